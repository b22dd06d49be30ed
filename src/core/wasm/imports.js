// Names the two functions the module imports, for emcc alone; any other undefined symbol stays an error.
mergeInto(LibraryManager.library, { logits: function () {}, step: function () {} });
