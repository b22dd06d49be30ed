"""Turns a checkpoint of train.py into a weights file.

    python export.py --checkpoint checkpoint --out shakespeare.gpt
    python export.py --checkpoint checkpoint --out float32.gpt --float32

The first is what the page downloads: int8 with a scale per row. The second keeps every bit, for comparisons.
"""

import argparse
import pathlib

from network import HEADS, NORM_EPSILON, load_checkpoint
from weights_file import FLOAT32, INT8, write


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--checkpoint", type=pathlib.Path, required=True)
    parser.add_argument("--out", type=pathlib.Path, required=True)
    parser.add_argument("--float32", action="store_true")
    args = parser.parse_args()
    state, alphabet = load_checkpoint(args.checkpoint)
    arrays = {name: tensor.numpy() for name, tensor in state.items()}
    write(args.out, arrays, alphabet, HEADS, NORM_EPSILON, FLOAT32 if args.float32 else INT8)
    print(f"{args.out}: {args.out.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
