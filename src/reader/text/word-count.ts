const unspacedEast = "\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}";
const unspacedSouth = "\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}";
/** The average number of characters per word in scripts without spaces. */
const perWord = { east: 2, south: 5 };

const pieces = new RegExp(
  `([${unspacedEast}]+)|([${unspacedSouth}]+)|(?![${unspacedEast}${unspacedSouth}])[\\p{L}\\p{N}](?:(?![${unspacedEast}${unspacedSouth}])[\\p{L}\\p{M}\\p{N}'’_-])*`,
  "gu",
);

/** The number of words in a text; in scripts without spaces, an estimate from the characters. Builds no list. */
export function wordCount(text: string): number {
  const counts = { east: 0, south: 0, words: 0 };
  pieces.lastIndex = 0;
  for (let piece = pieces.exec(text); piece; piece = pieces.exec(text)) {
    if (piece[1] !== undefined) counts.east += lettersIn(piece[1]);
    else if (piece[2] !== undefined) counts.south += lettersIn(piece[2]);
    else counts.words += 1;
  }
  return counts.words + Math.round(counts.east / perWord.east) + Math.round(counts.south / perWord.south);
}

function lettersIn(text: string): number {
  let pairs = 0;
  for (let at = 0; at < text.length; at += 1) if ((text.charCodeAt(at) & 0xfc00) === 0xd800) pairs += 1;
  return text.length - pairs;
}
