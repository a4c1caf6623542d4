const wordsOf = (text: string): string[] => text.trim().split(/\s+/);

const english = new Set(
  wordsOf(`the and is are of to for with it it's its that this these those you your you're they their from has have was
  were by can but not on as at if most which what than or an be will would there i we our more who when while`),
);

// The most common short words of the other languages of answers, without those that English has too.
const others = new Set(
  wordsOf(`der das und ist ein eine einen einem für mit von nicht auch auf dem den sich sind oder zu wie bei im zum zur
  le la les des et est une pour avec dans sur qui que pas plus du au ce cette sont vous il elle
  el los las y es para con por del más como su se lo muy o os e é uma não mais do da em um são ou na
  gli è per che di della sono più nel una questo het een van voor op niet zijn ook en met je dat te
  och är ett för med som på det av inte att ja ei että myös kuin ovat sekä tai on
  w jest z się nie oraz lub ma są ve bir için ile bu olarak çok da daha`),
);
others.delete("on");

const longestSmall = Math.max(...[...english, ...others].map(({ length }) => length));

/** A shorter text may have no such word in any language. */
const telling = 12;

interface SmallWords {
  own: number;
  foreign: number;
}

/** Whether a text is English, judging by the short words among its lower-case words. */
export function isEnglishText(words: readonly string[]): boolean {
  const { own, foreign } = smallWordsOf(words);
  if (foreign > 0 && foreign >= own) return false;
  // In English prose a quarter of the words are among these; chance matches ("is" in Hungarian) stay far below.
  return words.length < telling || own >= words.length * 0.06;
}

/** Whether a sentence is English: like the text around it, unless its own short words say otherwise. */
export function isEnglishSentence(words: readonly string[], textIsEnglish: boolean): boolean {
  const { own, foreign } = smallWordsOf(words);
  if (textIsEnglish) return foreign < 2 || foreign <= own;
  return own >= 3 && own > foreign * 2 && own >= words.length * 0.15;
}

function smallWordsOf(words: readonly string[]): SmallWords {
  const counts = { own: 0, foreign: 0 };
  for (const word of words) {
    const isSmall = word.length <= longestSmall;
    if (isSmall && english.has(word)) counts.own++;
    else if ((isSmall && others.has(word)) || isOtherScript(word)) counts.foreign++;
  }
  return counts;
}

function isOtherScript(word: string): boolean {
  return word.charCodeAt(0) > 0x24f && /^\p{L}/u.test(word);
}
