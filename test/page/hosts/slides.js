/** The second slide comes: its frame gets its address only now, and is told of it, both as reveal.js does. */
const [before, now] = document.querySelectorAll('section');
before.hidden = true;
now.className = 'present';
const frame = now.querySelector('iframe');
frame.src = frame.dataset.src;
frame.addEventListener('load', () => frame.contentWindow.postMessage('slide:start', '*'));
