/** What answers write before or above their sources, in lower case, in the languages we know. */
const words =
  `source|sources|references|reference|citations|citation|sources cited|works cited|further reading|via|see|quelle|quellen|quellenangaben|quellenverzeichnis|
  nachweise|einzelnachweise|siehe|fuente|fuentes|referencias|véase|fonte|fonti|riferimenti|vedi|fontes|referências|veja|référence|références|voir|bron|bronnen|
  referenties|zie|källa|källor|referenser|se|kilde|kilder|referencer|referanser|lähde|lähteet|katso|źródło|źródła|odnośniki|zob|zdroj|zdroje|odkazy|forrás|források|
  hivatkozások|sursă|surse|referințe|kaynak|kaynaklar|kaynakça|πηγή|πηγές|источник|источники|джерело|джерела|מקור|מקורות|المصدر|المصادر|مصادر|
  参考|参考文献|参考資料|来源|资料来源|出典|参照|情報源|出处|出處|來源|資料來源|출처|참고|참고문헌|참고자료|แหล่งที่มา|แหล่งอ้างอิง|อ้างอิง|nguồn|tham khảo|nguồn tham khảo|sumber|referensi|स्रोत`
    .split("|")
    .map((word) => word.trim());

// "see" and "via" introduce a source only in brackets.
const onlyInBrackets = new Set([
  "via",
  "see",
  "siehe",
  "véase",
  "vedi",
  "veja",
  "voir",
  "zie",
  "se",
  "katso",
  "zob",
]);

const headings = new Set(words.filter((word) => !onlyInBrackets.has(word)));
const any = words.toSorted((a, b) => b.length - a.length).join("|");
const plain = [...headings].toSorted((a, b) => b.length - a.length).join("|");

/** Whether a heading or a separate line announces a list of sources: "Sources:", "Quellen". */
export function announcesSources(line: string): boolean {
  const bare = line.toLowerCase().replace(/^[^\p{L}]+|[^\p{L}\p{M}]+$/gu, "");
  return headings.has(bare);
}

/** The words that introduce a source in brackets, with their colon: "(Source: ", "(see ". */
export const leadsInBrackets = new RegExp(`^[\\s*_]*(?:${any})(?:[\\s*_]*[:：.]|[\\s*_])[\\s*_]*$`, "iu");

/** An open bracket that begins with such words and a colon. */
export const opensSource = new RegExp(`[(（[][\\s*_]*(?:${any})[\\s*_]*[:：][^)）\\]]*$`, "iu");

/** A line, or the text after a full stop, that begins with such words and a colon. */
export const linesSource = new RegExp(
  `(?:^|[.!?。)\\]]\\s+|\\n)[\\s*_>•-]*(?:${plain})[\\s*_]*[:：][^\\n]*$`,
  "iu",
);
