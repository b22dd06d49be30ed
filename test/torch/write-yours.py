"""Write the files that test/page/yours-*.test.js open, each with the tool that writes such files.

    python test/torch/write-yours.py

Needs torch, safetensors, numpy, tokenizers and transformers. write-yours.mjs writes those of transformers.js.
"""

import json
import pathlib

import numpy as np
import torch
from safetensors.numpy import save_file as save_numpy
from safetensors.torch import save_file
from tokenizers import Tokenizer, decoders, models, pre_tokenizers, trainers
from transformers import PreTrainedTokenizerFast

OUT = pathlib.Path(__file__).resolve().parents[1] / "fixtures/yours"
STEPS, VOCABULARY = 3, 40


def rows():
    """Scores that every format can hold: small ones, large ones, subnormal halves, masked ids, zeros of both signs."""
    drawn = torch.randn(STEPS, VOCABULARY, generator=torch.Generator().manual_seed(1337)) * 4
    drawn = drawn.bfloat16().float()
    drawn[0, :6] = torch.tensor([-torch.inf, 0.0, -0.0, 2.0**-24, -(2.0**-20), 240.0])
    return drawn.bfloat16().half().float()


def safetensors(scores):
    save_file({"logits": scores}, OUT / "f32.safetensors", metadata={"prompt": "Once"})
    save_file({"logits": scores.half()}, OUT / "f16.safetensors")
    save_file({"logits": scores.bfloat16()}, OUT / "bf16.safetensors")
    save_file({"scores": scores[1]}, OUT / "one-step.safetensors")
    save_file({"logits": scores[:, None]}, OUT / "stacked.safetensors")
    save_file({"ids": torch.arange(3), "out": scores}, OUT / "with-ids.safetensors")
    save_file({"logits": scores.double()}, OUT / "f64.safetensors")
    save_file({"logits": torch.ones(2, 3, 4)}, OUT / "three-dimensions.safetensors")
    save_file({"a": torch.ones(2), "b": torch.ones(2)}, OUT / "two-tensors.safetensors")
    save_file({"logits": torch.ones(0, 4)}, OUT / "no-steps.safetensors")
    save_numpy({"logits": scores.numpy()}, OUT / "numpy.safetensors")


def npy(scores):
    array = scores.numpy()
    np.save(OUT / "little.npy", array)
    np.save(OUT / "big.npy", array.astype(">f4"))
    np.save(OUT / "half.npy", array.astype("<f2"))
    np.save(OUT / "big-half.npy", array.astype(">f2"))
    np.save(OUT / "one-step.npy", array[1])
    np.save(OUT / "fortran.npy", np.asfortranarray(array))
    np.save(OUT / "double.npy", array.astype(np.float64))
    np.save(OUT / "integers.npy", np.ones((2, 3), np.int32))
    np.save(OUT / "fields.npy", np.zeros(3, dtype=[("id", "<i4"), ("score", "<f4")]))
    for version in (2, 3):
        with open(OUT / f"version-{version}.npy", "wb") as file:
            np.lib.format.write_array(file, array, version=(version, 0))


def tokenizers():
    text = ["It was the best of times, it was the worst of times."] * 3
    level = Tokenizer(models.BPE())
    level.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    level.decoder = decoders.ByteLevel()
    trainer = trainers.BpeTrainer(
        vocab_size=280,
        special_tokens=["<|endoftext|>"],
        initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
        show_progress=False,
    )
    level.train_from_iterator(text, trainer)
    PreTrainedTokenizerFast(tokenizer_object=level, eos_token="<|endoftext|>").save_pretrained(OUT / "level")
    (OUT / "level/tokenizer.json").replace(OUT / "bytes.tokenizer.json")
    for file in (OUT / "level").iterdir():
        file.unlink()
    (OUT / "level").rmdir()

    pieces = Tokenizer(models.Unigram([("<unk>", 0.0), ("▁the", -1.0), ("▁", -2.0), ("best", -3.0)], unk_id=0))
    pieces.pre_tokenizer = pre_tokenizers.Metaspace()
    pieces.decoder = decoders.Metaspace()
    pieces.add_special_tokens(["<s>"])
    pieces.save(str(OUT / "pieces.tokenizer.json"))

    words = Tokenizer(models.WordLevel({"[UNK]": 0, "the": 1, "best": 2}, unk_token="[UNK]"))
    words.add_special_tokens(["[UNK]"])
    words.save(str(OUT / "words.tokenizer.json"))


def main():
    OUT.mkdir(exist_ok=True)
    scores = rows()
    (OUT / "expected.json").write_text(json.dumps({"bits": scores.view(torch.int32).tolist()}))
    safetensors(scores)
    npy(scores)
    tokenizers()


if __name__ == "__main__":
    main()
