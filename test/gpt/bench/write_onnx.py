"""Writes a weights file as a GPT-2 model that transformers.js loads: ONNX with a cache, configuration and tokenizer.

    python test/gpt/bench/write_onnx.py --weights web/model/shakespeare.gpt --out models/shakespeare

Needs onnx and numpy.
"""

import argparse
import json
import pathlib
import sys

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

sys.path.append(str(pathlib.Path(__file__).resolve().parents[3] / "web/model"))
from weights_file import read, sizes_of  # noqa: E402

OPSET = 20  # the first with Gelu


class Graph:
    """Collects nodes and constants; every method gives the name of what it made."""

    def __init__(self):
        self.nodes, self.constants = [], {}

    def constant(self, value, kind=np.float32):
        name = f"constant_{len(self.constants)}"
        self.constants[name] = numpy_helper.from_array(np.ascontiguousarray(value, dtype=kind), name)
        return name

    def op(self, kind, *inputs, outputs=1, **attributes):
        names = [f"{kind}_{len(self.nodes)}_{i}" for i in range(outputs)]
        self.nodes.append(helper.make_node(kind, inputs, names, **attributes))
        return names[0] if outputs == 1 else names

    def rename(self, name, public):
        self.nodes.append(helper.make_node("Identity", [name], [public]))

    def linear(self, x, weight, bias):
        return self.op("Add", self.op("MatMul", x, self.constant(weight.T)), self.constant(bias))

    def norm(self, x, state, name, epsilon):
        gain, bias = (self.constant(state[f"{name}.{part}"]) for part in ("weight", "bias"))
        return self.op("LayerNormalization", x, gain, bias, axis=-1, epsilon=epsilon)

    def reshape(self, x, *shape):
        return self.op("Reshape", x, self.constant(shape, np.int64))


def hidden_ahead(graph):
    """A bias (length, total) that hides from each position those after it."""
    total = graph.op(
        "Squeeze",
        graph.op("Slice", graph.op("Shape", "attention_mask"), *(graph.constant([n], np.int64) for n in (1, 2))),
    )
    keys = graph.op("Range", graph.constant(0, np.int64), total, graph.constant(1, np.int64))
    positions = graph.op("Unsqueeze", "position_ids", graph.constant([2], np.int64))
    ahead = graph.op("Greater", keys, positions)
    bias = graph.op("Where", ahead, graph.constant(-1e9), graph.constant(0))
    return graph.op("Unsqueeze", bias, graph.constant([1], np.int64))


def attention(graph, x, state, layer, sizes, bias):
    """The layer's attention, with its keys and values appended to the cache."""
    heads, width = sizes["heads"], sizes["width"]
    head_width = width // heads
    block = f"blocks.{layer}"
    qkv = graph.linear(x, state[f"{block}.qkv.weight"], state[f"{block}.qkv.bias"])
    parts = graph.op("Split", qkv, outputs=3, axis=-1, num_outputs=3)
    query, key, value = (
        graph.op("Transpose", graph.reshape(p, 0, 0, heads, head_width), perm=[0, 2, 1, 3]) for p in parts
    )
    key = graph.op("Concat", f"past_key_values.{layer}.key", key, axis=2)
    value = graph.op("Concat", f"past_key_values.{layer}.value", value, axis=2)
    graph.rename(key, f"present.{layer}.key")
    graph.rename(value, f"present.{layer}.value")
    scaled = graph.op("Mul", query, graph.constant(head_width**-0.5))
    scores = graph.op("MatMul", scaled, graph.op("Transpose", key, perm=[0, 1, 3, 2]))
    weights = graph.op("Softmax", graph.op("Add", scores, bias), axis=-1)
    gathered = graph.op("Transpose", graph.op("MatMul", weights, value), perm=[0, 2, 1, 3])
    return graph.linear(
        graph.reshape(gathered, 0, 0, width), state[f"{block}.proj.weight"], state[f"{block}.proj.bias"]
    )


def network(graph, state, sizes):
    x = graph.op(
        "Add",
        graph.op("Gather", graph.constant(state["token.weight"]), "input_ids"),
        graph.op("Gather", graph.constant(state["position.weight"]), "position_ids"),
    )
    bias = hidden_ahead(graph)
    for layer in range(sizes["layers"]):
        block = f"blocks.{layer}"
        normed = graph.norm(x, state, f"{block}.norm1", sizes["epsilon"])
        x = graph.op("Add", x, attention(graph, normed, state, layer, sizes, bias))
        normed = graph.norm(x, state, f"{block}.norm2", sizes["epsilon"])
        wide = graph.op(
            "Gelu", graph.linear(normed, state[f"{block}.up.weight"], state[f"{block}.up.bias"]), approximate="tanh"
        )
        x = graph.op("Add", x, graph.linear(wide, state[f"{block}.down.weight"], state[f"{block}.down.bias"]))
    graph.rename(
        graph.op("MatMul", graph.norm(x, state, "norm", sizes["epsilon"]), graph.constant(state["token.weight"].T)),
        "logits",
    )


def onnx_model(state, sizes):
    graph = Graph()
    network(graph, state, sizes)
    head_width = sizes["width"] // sizes["heads"]

    def cache(prefix, length):
        shape = ["batch", sizes["heads"], length, head_width]
        return [
            helper.make_tensor_value_info(f"{prefix}.{layer}.{part}", TensorProto.FLOAT, shape)
            for layer in range(sizes["layers"])
            for part in ("key", "value")
        ]

    ids = [
        helper.make_tensor_value_info(name, TensorProto.INT64, ["batch", length])
        for name, length in (("input_ids", "length"), ("attention_mask", "total"), ("position_ids", "length"))
    ]
    logits = helper.make_tensor_value_info("logits", TensorProto.FLOAT, ["batch", "length", sizes["vocabulary"]])
    body = helper.make_graph(
        graph.nodes,
        "gpt2",
        ids + cache("past_key_values", "past"),
        [logits] + cache("present", "total"),
        list(graph.constants.values()),
    )
    model = helper.make_model(body, opset_imports=[helper.make_opsetid("", OPSET)], ir_version=9)
    onnx.checker.check_model(model)
    return model


def configuration(sizes):
    return dict(
        model_type="gpt2",
        architectures=["GPT2LMHeadModel"],
        activation_function="gelu_new",
        vocab_size=sizes["vocabulary"],
        n_positions=sizes["context"],
        n_ctx=sizes["context"],
        n_embd=sizes["width"],
        n_head=sizes["heads"],
        n_layer=sizes["layers"],
        layer_norm_epsilon=sizes["epsilon"],
        bos_token_id=None,
        eos_token_id=None,
    )


def tokenizer(alphabet):
    """One token per character."""
    split = dict(type="Split", pattern=dict(Regex="[\\s\\S]"), behavior="Isolated", invert=False)
    words = dict(type="WordLevel", vocab={character: i for i, character in enumerate(alphabet)}, unk_token=alphabet[0])
    return dict(
        version="1.0",
        truncation=None,
        padding=None,
        added_tokens=[],
        normalizer=None,
        pre_tokenizer=split,
        post_processor=None,
        decoder=dict(type="Fuse"),
        model=words,
    )


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--weights", type=pathlib.Path, required=True)
    parser.add_argument("--out", type=pathlib.Path, required=True)
    args = parser.parse_args()
    state, alphabet = read(args.weights)
    sizes = sizes_of(args.weights)
    (args.out / "onnx").mkdir(parents=True, exist_ok=True)
    onnx.save(onnx_model(state, sizes), args.out / "onnx/model.onnx")
    files = dict(
        config=configuration(sizes),
        generation_config=dict(),
        tokenizer=tokenizer(alphabet),
        tokenizer_config=dict(tokenizer_class="PreTrainedTokenizer", clean_up_tokenization_spaces=False),
    )
    for name, content in files.items():
        (args.out / f"{name}.json").write_text(json.dumps(content))


if __name__ == "__main__":
    main()
