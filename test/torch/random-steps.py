"""Random steps computed by PyTorch, and by the package through Node: how many drawn ids differ?

    python test/torch/random-steps.py [--steps 100000] [--salt 0] [--smallest 1] [--largest 50257]
                                      [--temperature T] [--top-p P] [--float32]

Needs PyTorch >= 2.7 (the project's figures are for 2.13) and the built module (npm run build). Writes each step with
PyTorch's answer to check-steps.mjs, which takes the same step with the package and prints the differences.
--temperature, --top-p and --float32 take the same for every step, to look where PyTorch itself is unsure (README).
Exits with 1 if an id differs, or a kept count where no running total comes within 2e-7 of top_p.
"""

import argparse
import math
import pathlib
import random
import struct
import subprocess
import sys

import torch

torch.set_num_threads(1)
CHECKER = pathlib.Path(__file__).with_name("check-steps.mjs")


def step(logits, temperature, top_k, top_p, min_p, seed):
    """(drawn id, number kept, nearest running total's distance from top_p)."""
    x = logits
    if top_k:
        order = torch.argsort(x, descending=True, stable=True)
        x = x.masked_fill(torch.ones_like(x, dtype=torch.bool).scatter_(0, order[:top_k], False), -math.inf)
    p = softmax(x, temperature)
    kept, near = (min(top_k, len(p)) if top_k else len(p)), math.inf
    if top_p < 1 or min_p > 0:
        mass, order = torch.sort(p, descending=True, stable=True)
        count = kept
        if top_p < 1:
            count, near = nucleus(mass, top_p)
            count = min(count, kept)
        if min_p > 0:
            count = min(count, int((mass >= min_p * mass[0]).sum()))
        cut = torch.zeros_like(p)
        cut[order[:count]] = mass[:count]
        p, kept = cut / cut.sum(), count
    drawn = int(torch.multinomial(p, 1, generator=torch.Generator().manual_seed(seed)))
    return drawn, kept, near


def softmax(x, temperature):
    if x.dtype == torch.float32:
        scaled = x / temperature
        e = torch.exp(scaled - scaled.max())
    else:
        e = torch.exp((x - x.max()) / temperature)
    return e / e.sum()


def nucleus(mass, top_p):
    """How many survive, by the rule of each precision, and the smallest distance of a total from top_p."""
    total = torch.cumsum(mass, 0)
    near = (total.double() - top_p).abs().min().item()
    if mass.dtype == torch.float32:
        return int((total < top_p).sum()) + 1, near
    before = torch.cat([torch.zeros(1, dtype=mass.dtype), total[:-1]])
    return int((before < top_p).sum()), near


def random_row(rng, smallest, largest, dtype):
    """Mostly up to 1000 ids; from `smallest` up where that is more."""
    if rng.random() < 0.003 or smallest > 1000:
        length = rng.randint(max(1000, smallest), largest)
    else:
        length = max(smallest, 1 + int(999 * rng.random() ** 3))
    generator = torch.Generator().manual_seed(rng.getrandbits(32))
    row = torch.randn(length, generator=generator, dtype=torch.float64) * rng.choice([0.01, 1, 3, 3, 10, 30])
    if rng.random() < 0.25:  # ties
        grid = rng.choice([1, 4, 16])
        row = torch.round(row * grid) / grid
    if rng.random() < 0.1:
        row[torch.rand(length, generator=generator) < 0.3] = -math.inf
    if not torch.isfinite(row).any():
        row[rng.randrange(length)] = 0.0
    return row.to(dtype)


def random_policy(rng, args):
    temperature = rng.choice([1.0, 1.0, 0.5, 0.7, 0.8, 1.3, 2.0, rng.uniform(0.05, 5)])
    top_k = rng.choice([0, 0, 0, 1, 5, 40, rng.randint(1, 1000)])
    top_p = rng.choice([1.0, 1.0, 0.9, 0.95, 0.5, 0.1, rng.uniform(0.01, 0.999)])
    min_p = rng.choice([0.0, 0.0, 0.0, 0.05, 0.3])
    return args.temperature or temperature, top_k, args.top_p or top_p, min_p


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--steps", type=int, default=100_000)
    parser.add_argument("--salt", type=int, default=0)
    parser.add_argument("--smallest", type=int, default=1)
    parser.add_argument("--largest", type=int, default=50_257)
    parser.add_argument("--temperature", type=float)
    parser.add_argument("--top-p", type=float)
    parser.add_argument("--float32", action="store_true")
    args = parser.parse_args()
    rng = random.Random(args.salt)
    print(f"PyTorch {torch.__version__}, {args.steps} steps, salt {args.salt}", flush=True)
    checker = subprocess.Popen(["node", str(CHECKER)], stdin=subprocess.PIPE)
    for n in range(args.steps):
        dtype = torch.float32 if args.float32 else rng.choice([torch.float32, torch.float64])
        row = random_row(rng, args.smallest, args.largest, dtype)
        temperature, top_k, top_p, min_p = random_policy(rng, args)
        seed = rng.choice([n, rng.getrandbits(32), rng.getrandbits(63)])
        drawn, kept, near = step(row, temperature, top_k, top_p, min_p, seed)
        wide = dtype == torch.float64
        checker.stdin.write(
            struct.pack("<ddddQIIIII4x", temperature, top_p, min_p, near, seed, top_k, wide, len(row), drawn, kept)
        )
        checker.stdin.write(row.numpy().tobytes())
    checker.stdin.close()
    sys.exit(checker.wait())


if __name__ == "__main__":
    main()
