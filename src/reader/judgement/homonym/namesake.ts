import type { Judgement } from "./judgement.ts";
import type { Occurrence } from "./occurrence.ts";

const namesake: Judgement = { counts: false, rule: "other_entity", confidence: 0.8 };

/** Decides if the sentence itself says that another thing of the same name is meant; otherwise null. */
export function judgeNamesake({ topic, context: { before, after } }: Occurrence): Judgement | null {
  if (ofSameName.test(before.slice(-60)) && (topic === "other" || toldApart.test(before.slice(-120))))
    return namesake;
  return topic !== "own" && ofAnotherKind.test(before.slice(-40)) && unrelated.test(after.slice(0, 90))
    ? namesake
    : null;
}

// "Не путайте оператора с одноимённым заводом «Контур»". Of a founder, it is the brand itself: "Er gründete das gleichnamige Kaufhaus".
const ofSameName =
  /(?:^|[^\p{L}])(?:namesake|same-named|gleichnamig\p{L}*|homonym\p{L}*|omonim\p{L}*|homónim\p{L}*|gelijknamige|enslydende|likalydande|samannimi\p{L}*|azonos nevű|stejnojmenn\p{L}*|rovnomenn\p{L}*|одноим[её]нн\p{L}*|однойменн\p{L}*|isimdeş)(?: \p{L}+){0,2} [*_"“„«]*$/iu;

const toldApart =
  /(?:confus|mistake|mix(?:ed)? up|unlike|verwechs|nicht zu tun|confond|confund|verwar|forveks|förväxl|forvex|pomyl|mylić|zaměň|zamieň|összetéveszt|путат|путай|плута|karıştır|sekoit)[^.!?\n]*$/iu;

const ofAnotherKind =
  /(?:^|[^\p{L}])(?:the|die|der|das|le|la|el|il|lo|o|a|de|het|den|det|az) (?:\p{L}+ ){1,3}["“„«]?$/iu;

// "The menswear shop Burton has nothing to do with it."
const unrelated =
  /^[^.!?\n]{0,40}(?:(?:has|have) nothing to do with|(?:is|are) (?:unrelated|not related|not connected|a different (?:company|brand|firm|business)|another (?:company|brand|firm|business))|hat (?:damit )?nichts (?:damit|mit|zu tun)|n'a rien à voir|no tiene (?:nada que ver|relación)|non (?:ha niente|ha nulla) a che|não tem (?:nada a ver|relação)|heeft (?:er |hier )?niets (?:mee|te maken)|har (?:intet|ingenting|inget) med|nie ma (?:nic wspólnego|z tym nic)|nie miał\p{L}* z tym nic|nemá (?:s tím )?nic společného|fără (?:nicio )?legătură|не имеет (?:\p{L}+ )?отношения|ilgisi yok|semmi köze|ei liity|別の会社|別会社|関係(?:が|は)?(?:ない|ありません)|无关|관련이? ?없|다른 회사)/iu;
