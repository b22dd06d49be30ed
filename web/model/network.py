"""The character GPT as a PyTorch module, and its trained weights."""

import json
import math
import pathlib

import torch
import torch.nn.functional as F
from safetensors.torch import load_file
from torch import nn

LAYERS, WIDTH, HEADS, CONTEXT = 4, 192, 6, 128
NORM_EPSILON = 1e-5
DROPOUT = 0.1


class Block(nn.Module):
    """One pre-norm layer: the stream gains what attention gathers, then what the wide layer makes of it."""

    def __init__(self):
        super().__init__()
        self.norm1 = nn.LayerNorm(WIDTH, eps=NORM_EPSILON)
        self.qkv = nn.Linear(WIDTH, 3 * WIDTH)
        self.proj = nn.Linear(WIDTH, WIDTH)
        self.norm2 = nn.LayerNorm(WIDTH, eps=NORM_EPSILON)
        self.up = nn.Linear(WIDTH, 4 * WIDTH)
        self.down = nn.Linear(4 * WIDTH, WIDTH)
        self.dropout = nn.Dropout(DROPOUT)

    def attend(self, x):
        batch, length, _ = x.shape
        heads = self.qkv(x).view(batch, length, 3, HEADS, WIDTH // HEADS)
        query, key, value = heads.permute(2, 0, 3, 1, 4)
        gathered = F.scaled_dot_product_attention(query, key, value, is_causal=True)
        return self.proj(gathered.transpose(1, 2).reshape(batch, length, WIDTH))

    def forward(self, x):
        x = x + self.dropout(self.attend(self.norm1(x)))
        wide = F.gelu(self.up(self.norm2(x)), approximate="tanh")
        return x + self.dropout(self.down(wide))


class Network(nn.Module):
    """Ids (batch, length) to logits (batch, length, vocabulary); length is at most CONTEXT."""

    def __init__(self, vocabulary):
        super().__init__()
        self.token = nn.Embedding(vocabulary, WIDTH)
        self.position = nn.Embedding(CONTEXT, WIDTH)
        self.blocks = nn.ModuleList(Block() for _ in range(LAYERS))
        self.norm = nn.LayerNorm(WIDTH, eps=NORM_EPSILON)
        self.dropout = nn.Dropout(DROPOUT)

    def initialise(self):
        """Small normal weights; those that write to the stream smaller still, as 2 * LAYERS of them add up."""
        for name, parameter in self.named_parameters():
            if name.endswith("bias"):
                nn.init.zeros_(parameter)
            elif parameter.dim() == 2:
                writes = name.endswith(("proj.weight", "down.weight"))
                nn.init.normal_(parameter, std=0.02 / math.sqrt(2 * LAYERS) if writes else 0.02)

    def forward(self, ids):
        x = self.dropout(self.token(ids) + self.position.weight[: ids.shape[1]])
        for block in self.blocks:
            x = block(x)
        return self.norm(x) @ self.token.weight.T


def build(state, vocabulary):
    """A network for inference with the given weights."""
    network = Network(vocabulary)
    network.load_state_dict(state)
    return network.eval()


def load_checkpoint(folder: pathlib.Path):
    """The weights and the alphabet that train.py left in a folder."""
    config = json.loads((folder / "config.json").read_text())
    return load_file(folder / "weights.safetensors"), config["alphabet"]


@torch.inference_mode()
def last_logits(network, ids):
    """Scores of the next id, from the last CONTEXT ids."""
    return network(torch.tensor([ids[-CONTEXT:]]))[0, -1]


@torch.inference_mode()
def mean_loss(network, ids):
    """Mean cross-entropy in nats over all full, non-overlapping windows of a text."""
    windows = (len(ids) - 1) // CONTEXT
    inputs = ids[: windows * CONTEXT].view(windows, CONTEXT)
    targets = ids[1 : windows * CONTEXT + 1].view(windows, CONTEXT)
    total = 0.0
    for x, y in zip(inputs.split(64), targets.split(64)):
        total += F.cross_entropy(network(x).flatten(0, 1), y.flatten(), reduction="sum").item()
    return total / (windows * CONTEXT)
