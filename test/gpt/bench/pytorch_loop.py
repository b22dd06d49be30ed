"""Times the chapter's own way: PyTorch, one thread, the whole visible context worked out anew for every letter.

    python pytorch_loop.py WEIGHTS PROMPT TOKENS RUNS

Prints { version, seconds: { policy: [one per run] }, text: { policy: ... } }.
"""

import json
import pathlib
import sys
import time

import torch

root = pathlib.Path(__file__).resolve().parents[3]
sys.path += [str(root / "web/model"), str(root / "test/gpt/fixtures")]
from make import chapter_probabilities  # noqa: E402
from network import build, last_logits  # noqa: E402
from weights_file import read  # noqa: E402

POLICIES = dict(greedy=None, nucleus=(0.8, 20, 0.9))
SEED = 1337


def generate(network, prompt, tokens, policy):
    generator = torch.Generator().manual_seed(SEED)
    ids = list(prompt)
    for _ in range(tokens):
        row = last_logits(network, ids)
        if policy is None:
            ids.append(int(row.argmax()))
        else:
            ids.append(int(torch.multinomial(chapter_probabilities(row, *policy), 1, generator=generator)))
    return ids


def main():
    weights, prompt, tokens, runs = sys.argv[1:]
    torch.set_num_threads(1)
    arrays, alphabet = read(pathlib.Path(weights))
    network = build({name: torch.from_numpy(array.copy()) for name, array in arrays.items()}, len(alphabet))
    ids = [alphabet.index(character) for character in prompt]
    seconds, text = {}, {}
    for name, policy in POLICIES.items():
        generate(network, ids, 10, policy)
        seconds[name] = []
        for _ in range(int(runs)):
            start = time.perf_counter()
            out = generate(network, ids, int(tokens), policy)
            seconds[name].append(time.perf_counter() - start)
        text[name] = "".join(alphabet[i] for i in out)
    print(json.dumps(dict(version=torch.__version__, seconds=seconds, text=text)))


if __name__ == "__main__":
    main()
