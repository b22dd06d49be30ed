"""Reads and writes the weights file that src/gpt/gpt.h describes."""

import struct
import zlib

import numpy as np

MAGIC, VERSION = b"NGPT", 1
START, SIZES = "<4sIII", "<IIIIIIfI"
FLOAT32, INT8 = 0, 1


def tensor_names(layers):
    """(name, whether it is a matrix) in the order of the file. query, key and value are the thirds of qkv."""
    yield from (("token.weight", True), ("position.weight", True))
    for layer in range(layers):
        for part in ("norm1", "query", "key", "value", "proj", "norm2", "up", "down"):
            yield f"blocks.{layer}.{part}.weight", not part.startswith("norm")
            yield f"blocks.{layer}.{part}.bias", False
    yield from (("norm.weight", False), ("norm.bias", False))


def split_qkv(state):
    """Weights by name with each qkv as query, key and value."""
    out = {}
    for name, tensor in state.items():
        if ".qkv." in name:
            for part, third in zip(("query", "key", "value"), np.split(tensor, 3)):
                out[name.replace("qkv", part)] = third
        else:
            out[name] = tensor
    return out


def join_qkv(state):
    """The inverse of split_qkv."""
    out = {}
    for name, tensor in state.items():
        if ".query." in name:
            thirds = [state[name.replace("query", part)] for part in ("query", "key", "value")]
            out[name.replace("query", "qkv")] = np.concatenate(thirds)
        elif ".key." not in name and ".value." not in name:
            out[name] = tensor
    return out


def quantise(matrix):
    """A float32 scale per row and whole numbers from -127 to 127."""
    scale = (np.abs(matrix).max(axis=1) / 127).astype(np.float32)
    numbers = np.rint(matrix / np.where(scale > 0, scale, 1)[:, None])
    return scale, np.clip(numbers, -127, 127).astype(np.int8)


def matrix_bytes(matrix, precision):
    if precision == FLOAT32:
        return matrix.astype("<f4").tobytes()
    scale, numbers = quantise(matrix)
    return scale.astype("<f4").tobytes() + numbers.tobytes()


def write(path, state, alphabet, heads, epsilon, precision):
    """Writes float32 numpy arrays, named as in network.py."""
    parts = split_qkv(state)
    vocabulary, width = parts["token.weight"].shape
    layers = sum(name.endswith("norm1.weight") for name in parts)
    letters = alphabet.encode()
    context = len(parts["position.weight"])
    body = struct.pack(SIZES, layers, width, heads, context, vocabulary, precision, epsilon, len(letters)) + letters
    for name, is_matrix in tensor_names(layers):
        body += matrix_bytes(parts[name], precision if is_matrix else FLOAT32)
    length = struct.calcsize(START) + len(body)
    path.write_bytes(struct.pack(START, MAGIC, VERSION, length, zlib.crc32(body)) + body)


class Reader:
    """Takes tensors one after another from the bytes of a file."""

    def __init__(self, data, offset):
        self.data, self.offset = data, offset

    def take(self, kind, *shape):
        count = int(np.prod(shape))
        array = np.frombuffer(self.data, kind, count, self.offset)
        self.offset += array.nbytes
        return array.reshape(shape)

    def matrix(self, outputs, inputs, precision):
        if precision == FLOAT32:
            return self.take("<f4", outputs, inputs)
        scale = self.take("<f4", outputs)
        return self.take("i1", outputs, inputs).astype(np.float32) * scale[:, None]


def checksum(path):
    """The checksum in the header of a file, as the library prints it."""
    return f"{struct.unpack_from(START, path.read_bytes())[3]:08x}"


def sizes_of(path):
    """The sizes in the header of a file."""
    names = ("layers", "width", "heads", "context", "vocabulary", "precision", "epsilon", "letters")
    return dict(zip(names, struct.unpack_from(SIZES, path.read_bytes(), struct.calcsize(START))))


def read(path):
    """(float32 weights as expanded, alphabet) of a file; its checksum must match."""
    data = path.read_bytes()
    magic, version, length, checksum = struct.unpack_from(START, data)
    if (magic, version, length) != (MAGIC, VERSION, len(data)) or zlib.crc32(
        data[struct.calcsize(START) :]
    ) != checksum:
        raise ValueError(f"{path} is not a whole weights file of version {VERSION}")
    sizes = sizes_of(path)
    width, precision = sizes["width"], sizes["precision"]
    start = struct.calcsize(START) + struct.calcsize(SIZES)
    letters = data[start : start + sizes["letters"]]
    reader = Reader(data, start + len(letters))
    shapes = {
        "token": (sizes["vocabulary"], width),
        "position": (sizes["context"], width),
        "up": (4 * width, width),
        "down": (width, 4 * width),
    }
    state = {}
    for name, is_matrix in tensor_names(sizes["layers"]):
        outputs, inputs = shapes.get(name.split(".")[-2], (width, width))
        state[name] = reader.matrix(outputs, inputs, precision) if is_matrix else reader.take("<f4", outputs)
    return join_qkv(state), letters.decode()
