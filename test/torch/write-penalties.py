"""Golden values for penalties: what Hugging Face's RepetitionPenaltyLogitsProcessor, and the formulas of vLLM written
with PyTorch, make of scores.

    python test/torch/write-penalties.py [--rows 2000] [--salt 0] > test/fixtures/penalties.txt

Needs PyTorch and transformers (the file is of 2.13 and 5.24). One row of scores a line, float32 and float64 in turn:

    BITS LENGTH M SPREAD SALT  REPETITION PRESENCE FREQUENCY
    COUNT PROMPT ID...  BIASES (ID BIAS)...  CHANGED (ID SCORE)...

Score i of the row is ((i * 7919 + SALT) mod M) / M * SPREAD - SPREAD / 2, worked out in double and rounded to BITS.
The first PROMPT of the COUNT ids are the prompt. CHANGED lists all ids of the sequence and the biases that the row has,
each with its score afterwards. Numbers with a fraction are hexadecimal.
"""

import argparse
import random

import torch
from transformers import RepetitionPenaltyLogitsProcessor

torch.set_num_threads(1)


def scores_of(length, modulus, spread, salt, dtype):
    return torch.tensor(
        [((i * 7919 + salt) % modulus) / modulus * spread - spread / 2 for i in range(length)], dtype=torch.float64
    ).to(dtype)


def penalised(scores, case):
    ids, new_ids = case["ids"], case["ids"][case["prompt"] :]
    dtype, length = scores.dtype, len(scores)
    process = RepetitionPenaltyLogitsProcessor(penalty=case["repetition"])
    x = process(torch.tensor([ids]), scores.clone().unsqueeze(0))[0]
    counts = torch.bincount(torch.tensor([i for i in new_ids if i < length], dtype=torch.int64), minlength=length)
    x = x - torch.tensor(case["frequency"], dtype=dtype) * counts.to(dtype)
    x = x - torch.tensor(case["presence"], dtype=dtype) * (counts > 0).to(dtype)
    for i, bias in case["biases"]:
        x[i] = x[i] + torch.tensor(bias, dtype=dtype)
    return x


def random_case(choose):
    length = choose.choice([2, 7, 40, 400])
    count = choose.randint(1, 10)
    plain = choose.random() < 0.5  # repetition alone
    number = lambda *values: 0.0 if plain else choose.choice(values)
    return {
        "length": length,
        "M": choose.choice([7, 97, 1009]),
        "spread": choose.choice([0.1, 3.0, 17.5, 200.0, 1e5]),
        "salt": choose.randrange(1000),
        "repetition": choose.choice([1.0, 1.1, 1.2, 1.5, 0.7, 10.0, 1e-3, choose.uniform(0.5, 2)]),
        "presence": number(0.0, 0.5, -0.3, choose.uniform(-2, 2)),
        "frequency": number(0.0, 0.25, -0.1, choose.uniform(-2, 2)),
        # Some ids beyond the vocabulary, which are skipped.
        "ids": [choose.randrange(length + 1 + length // 20) for _ in range(count)],
        "prompt": choose.randint(0, count),
        "biases": []
        if plain
        else [(i, choose.choice([1.0, -2.5, 0.1, 100.0])) for i in choose.sample(range(length), choose.randrange(3))],
    }


def line_of(case, bits):
    dtype = torch.float32 if bits == 32 else torch.float64
    scores = scores_of(case["length"], case["M"], case["spread"], case["salt"], dtype)
    after = penalised(scores, case).tolist()
    touched = sorted({i for i in [*case["ids"], *(i for i, _ in case["biases"])] if i < case["length"]})
    pairs = lambda list: [part for i, x in list for part in (i, x.hex())]
    fields = [bits, case["length"], case["M"], case["spread"].hex(), case["salt"]]
    fields += [case[name].hex() for name in ("repetition", "presence", "frequency")]
    fields += [len(case["ids"]), case["prompt"], *case["ids"], len(case["biases"]), *pairs(case["biases"])]
    fields += [len(touched), *pairs((i, after[i]) for i in touched)]
    return " ".join(map(str, fields))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--rows", type=int, default=2000)
    parser.add_argument("--salt", type=int, default=0)
    given = parser.parse_args()
    choose = random.Random(given.salt)
    for n in range(given.rows):
        print(line_of(random_case(choose), 64 if n % 2 else 32))


main()
