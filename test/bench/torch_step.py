"""Takes steps with PyTorch for torch.mjs, on one thread.

Prints its version; then reads one JSON object a line and answers with one: { row: file of float32 scores, wide: float64
instead, temperature, topP, seed, repeats } -> { microseconds of one step, id: of the last seed }.
"""

import json
import sys
import time

import torch

torch.set_num_threads(1)
rows = {}


def row_of(path, wide):
    if (path, wide) not in rows:
        with open(path, "rb") as file:
            row = torch.frombuffer(bytearray(file.read()), dtype=torch.float32)
        rows[path, wide] = row.double() if wide else row
    return rows[path, wide]


def step(logits, temperature, top_p, seed):
    scaled = logits / temperature
    e = torch.exp(scaled - scaled.max())
    p = e / e.sum()
    mass, order = torch.sort(p, descending=True, stable=True)
    kept = int((torch.cumsum(mass, 0) < top_p).sum()) + 1
    filtered = torch.zeros_like(p).scatter_(0, order[:kept], mass[:kept])
    filtered = filtered / filtered.sum()
    gen = torch.Generator().manual_seed(seed)
    return int(torch.multinomial(filtered, num_samples=1, generator=gen))


print(json.dumps({"version": torch.__version__}), flush=True)
for line in sys.stdin:
    asked = json.loads(line)
    row = row_of(asked["row"], asked["wide"])
    start = time.perf_counter()
    for repeat in range(asked["repeats"]):
        drawn = step(row, asked["temperature"], asked["topP"], asked["seed"] + repeat)
    each = (time.perf_counter() - start) / asked["repeats"]
    print(json.dumps({"microseconds": each * 1e6, "id": drawn}), flush=True)
