"""
Fits a vector for each word so that their sum has the direction of the encoder's vector of the sentence, and writes the
table: a line of JSON, a byte a word for the largest number of its vector (on a logarithmic scale from `smallest` to
`largest`), and a byte a number.
"""

import json
import re
import sys
import unicodedata

import numpy as np
import torch
from encoder import embed, root
from texts import texts_of

meaning = root / "src/reader/text/meaning"
axes, half_weight_rank, held_out = 64, 300, 50
epochs, batch, rate, near_start, word_share = 8, 512, 0.02, 0.02, 0.09


def table_words():
    file = (meaning / "word-meaning.en.bin").read_bytes()
    return file.split(b"\n", 2)[1].decode("latin1").split(" ")


def singular(word):
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if re.search("(?:s|x|z|ch|sh)es$", word):
        return word[:-2]
    return word[:-1] if word.endswith("s") and not word.endswith("ss") and len(word) > 3 else word


def unit(rows):
    return rows / np.maximum(1e-9, np.linalg.norm(rows, axis=1, keepdims=True))


def ranks_in(text, rank_of):
    plain = "".join(c for c in unicodedata.normalize("NFKD", text.lower()) if not unicodedata.combining(c))
    ranks = (rank_of.get(word, rank_of.get(singular(word))) for word in re.findall("[a-z]{2,}", plain))
    return [rank for rank in ranks if rank is not None]


def fit(bags, of_texts, of_words):
    torch.manual_seed(0)
    random = np.random.default_rng(0)
    centred = of_texts - of_texts.mean(0)
    main = np.linalg.eigh(centred[::3].T @ centred[::3])[1][:, ::-1][:, :axes].copy()
    aims, alone = unit(centred @ main), unit((of_words - of_words[:20_000].mean(0)) @ main)
    count = len(alone)
    weight = (np.arange(count) + 1) / (np.arange(count) + half_weight_rank)
    start = torch.tensor(alone * weight[:, None], dtype=torch.float32)
    vectors = torch.nn.EmbeddingBag(count, axes, mode="sum", sparse=True)
    with torch.no_grad():
        vectors.weight.copy_(start)
    optimizer = torch.optim.SparseAdam(vectors.parameters(), lr=rate)
    aims, alone = torch.tensor(aims), torch.tensor(alone)
    usable = np.nonzero(np.array([len(bag) >= 3 for bag in bags]))[0]
    training = np.setdiff1d(usable, usable[::held_out])
    steps, step = epochs * (len(training) // batch), 0
    for _ in range(epochs):
        order = random.permutation(training)
        for first in range(0, len(order) - batch, batch):
            for group in optimizer.param_groups:
                group["lr"] = rate * (1 - step / steps)
            step += 1
            rows = order[first : first + batch]
            flat = torch.tensor(np.concatenate([bags[row] for row in rows]))
            begins = torch.tensor(np.cumsum([0] + [len(bags[row]) for row in rows[:-1]]))
            sums = torch.nn.functional.normalize(vectors(flat, begins))
            loss = -(sums * aims[rows]).sum(1).mean()
            # Rare words stay near where the encoder puts them alone.
            seen = torch.unique(flat)
            there = torch.nn.functional.embedding(seen, vectors.weight, sparse=True)
            loss = loss + near_start * ((there - start[seen]) ** 2).sum(1).mean()
            some = torch.tensor(random.integers(0, count, 128))
            words = torch.nn.functional.embedding(some, vectors.weight, sparse=True)
            loss = loss - word_share * (torch.nn.functional.normalize(words) * alone[some]).sum(1).mean()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
    return vectors.weight.detach().numpy()


def write(vectors):
    largest = np.abs(vectors).max(1, keepdims=True)
    logarithms = np.log(largest)
    low, high = float(logarithms.min()), float(logarithms.max())
    sizes = np.round((logarithms - low) / (high - low) * 255).astype(np.uint8)
    numbers = np.round(vectors / largest * 127).astype(np.int8)
    head = {"axes": axes, "words": len(vectors), "smallest": float(np.exp(low)), "largest": float(np.exp(high))}
    file = meaning / "sentence-meaning.en.bin"
    file.write_bytes((json.dumps(head) + "\n").encode() + sizes.tobytes() + numbers.tobytes())


if __name__ == "__main__":
    words = table_words()
    texts = [text for _, text in texts_of(sys.argv[1])]
    ranks = {word: rank for rank, word in enumerate(words)}
    bags = [ranks_in(text, ranks) for text in texts]
    write(fit(bags, embed(texts), embed(words)))
