import { type EnglishUse, useKey, usual } from "../../src/planner/topics/language/english-use.ts";
import { cosine } from "../../src/reader/text/meaning/text-vectors.ts";
import { commonestWords, directionOf } from "../../src/reader/text/meaning/word-meaning.ts";
import { usesOf } from "../../src/reader/text/ordinary-word.ts";

/** Words of people who talk of themselves. */
const talk =
  "know want think need really keep trying going someone something find help sure wondering always anyone understand tell get happen matter".split(
    " ",
  );
/** From here on a word is near enough to them to be talk in part, and from there on as a whole. */
const talkFrom = 0.2;
const talkFull = 0.4;
const levels = 4;

/** A word among so many is said of much. */
const commonTo = 1_500;

/** Words by how they are used, but for those that are used as most are. */
export function englishUses(): Record<string, string> {
  const direction = meanOf(talk.map(directionOf).filter((one) => one !== null));
  const byUse = new Map<string, string[]>();
  for (const [rank, word] of commonestWords().entries()) {
    if (!/^[a-z]+$/.test(word)) continue;
    const { noun, verb, adjective, inflectedVerb } = usesOf(word);
    const nearness = (cosine(directionOf(word)!, direction) - talkFrom) / (talkFull - talkFrom);
    const use: EnglishUse = {
      noun: noun || !(verb || adjective || inflectedVerb),
      verb: verb || inflectedVerb,
      adjective,
      common: rank < commonTo,
      talk: Math.round(levels * Math.min(1, Math.max(0, nearness))) / levels,
    };
    const key = useKey(use);
    if (key === useKey(usual)) continue;
    byUse.set(key, [...(byUse.get(key) ?? []), word]);
  }
  return Object.fromEntries([...byUse].sort().map(([key, words]) => [key, words.sort().join(" ")]));
}

function meanOf(directions: readonly ArrayLike<number>[]): Float64Array {
  const mean = new Float64Array(directions[0]?.length ?? 0);
  for (const direction of directions) {
    let length = 0;
    for (let axis = 0; axis < mean.length; axis++) length += direction[axis]! ** 2;
    for (let axis = 0; axis < mean.length; axis++) mean[axis]! += direction[axis]! / Math.sqrt(length);
  }
  return mean;
}
