"""Trains the character GPT on a text.

    python train.py --text tinyshakespeare.txt --out checkpoint

Writes <out>/weights.safetensors (float32) and <out>/config.json whenever the loss over the last tenth
of the text is the best so far. About an hour on two cores. Needs PyTorch and safetensors.
"""

import argparse
import json
import math
import pathlib
import time

import torch
import torch.nn.functional as F
from safetensors.torch import save_file

from network import CONTEXT, HEADS, LAYERS, NORM_EPSILON, WIDTH, Network, mean_loss

PEAK_RATE, FLOOR, WARM_UP = 1.5e-3, 0.05, 100
WEIGHT_DECAY, BETAS, CLIP = 0.1, (0.9, 0.99), 1.0
EVALUATE_EVERY = 250


def read_text(path):
    """The text as ids, and its alphabet in id order."""
    text = path.read_text(encoding="utf-8")
    alphabet = "".join(sorted(set(text)))
    index = {character: i for i, character in enumerate(alphabet)}
    return torch.tensor([index[character] for character in text]), alphabet


def learning_rate(step, steps):
    """Rises in a line, then falls along a cosine to FLOOR of the peak."""
    if step < WARM_UP:
        return PEAK_RATE * (step + 1) / WARM_UP
    progress = (step - WARM_UP) / max(1, steps - WARM_UP)
    return PEAK_RATE * (FLOOR + (1 - FLOOR) * (1 + math.cos(math.pi * progress)) / 2)


def make_optimizer(network):
    """AdamW; biases and norm gains do not decay."""
    matrices = [p for p in network.parameters() if p.dim() == 2]
    vectors = [p for p in network.parameters() if p.dim() < 2]
    groups = [dict(params=matrices, weight_decay=WEIGHT_DECAY), dict(params=vectors, weight_decay=0.0)]
    return torch.optim.AdamW(groups, lr=PEAK_RATE, betas=BETAS)


def random_batch(ids, size):
    starts = torch.randint(len(ids) - CONTEXT - 1, (size,))
    windows = torch.stack([ids[s : s + CONTEXT + 1] for s in starts])
    return windows[:, :-1], windows[:, 1:]


def take_step(network, optimizer, rate, inputs, targets):
    """One update; the loss before it."""
    for group in optimizer.param_groups:
        group["lr"] = rate
    loss = F.cross_entropy(network(inputs).flatten(0, 1), targets.flatten())
    optimizer.zero_grad(set_to_none=True)
    loss.backward()
    torch.nn.utils.clip_grad_norm_(network.parameters(), CLIP)
    optimizer.step()
    return loss.item()


def evaluate(network, ids):
    network.eval()
    loss = mean_loss(network, ids)
    network.train()
    return loss


def save(network, alphabet, loss, folder):
    folder.mkdir(parents=True, exist_ok=True)
    save_file(
        {name: w.detach().clone().contiguous() for name, w in network.state_dict().items()},
        folder / "weights.safetensors",
    )
    config = dict(
        layers=LAYERS,
        width=WIDTH,
        heads=HEADS,
        context=CONTEXT,
        alphabet=alphabet,
        activation="gelu_tanh",
        norm_epsilon=NORM_EPSILON,
        parameters=sum(p.numel() for p in network.parameters()),
        validation_loss_nats=loss,
        torch=torch.__version__,
    )
    (folder / "config.json").write_text(json.dumps(config, indent=1))


def train(text, out, steps, batch):
    ids, alphabet = read_text(text)
    split = int(0.9 * len(ids))
    network = Network(len(alphabet))
    network.initialise()
    optimizer = make_optimizer(network)
    best, start = math.inf, time.time()
    for step in range(steps):
        loss = take_step(network, optimizer, learning_rate(step, steps), *random_batch(ids[:split], batch))
        if (step + 1) % EVALUATE_EVERY and step + 1 < steps:
            continue
        held_out = evaluate(network, ids[split:])
        print(
            f"step {step + 1}: training {loss:.4f}, validation {held_out:.4f}, {time.time() - start:.0f} s", flush=True
        )
        if held_out < best:
            best = held_out
            save(network, alphabet, held_out, out)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--text", type=pathlib.Path, required=True)
    parser.add_argument("--out", type=pathlib.Path, required=True)
    parser.add_argument("--steps", type=int, default=5000)
    parser.add_argument("--batch", type=int, default=24)
    parser.add_argument("--seed", type=int, default=1337)
    parser.add_argument("--threads", type=int, default=2)
    args = parser.parse_args()
    torch.set_num_threads(args.threads)
    torch.manual_seed(args.seed)
    train(args.text, args.out, args.steps, args.batch)


if __name__ == "__main__":
    main()
