import { type Static, Type } from "typebox";
import { type NotShown, notShownKinds } from "../../../reader/hidden-parts/not-shown-kind.ts";
import {
  type Evidence,
  type Mention,
  mostEvidence,
  type NotCounted,
  type ReadCitation,
} from "../../../reader/reading.ts";
import { showAs } from "../../api/schema/openapi-hints.ts";
import { orNull, score, share } from "../../api/schema/rounding.ts";
import { Closed, Nullable, OneOf } from "../../api/schema/schema.ts";
import { SourceTypeWord } from "../../api/schema/words.ts";

const offset = (description: string) => Type.Integer({ minimum: 0, description });

const spanProperties = {
  start: offset("Start in the verbatim answer, in UTF-16 units."),
  end: offset("Where it ends."),
  text: Type.String({ description: "The words there." }),
  rule: Type.String({ description: "The rule that decided." }),
  uncertain: Type.Boolean({
    description: "Whether it was a close call: confidence 0.35 to 0.65.",
  }),
};

const Span = Closed(spanProperties, { title: "Span", description: "A place in a verbatim answer." });

const EvidenceView = showAs(
  Closed(
    { ...spanProperties, confidence: Type.Number({ description: "How certain the rule is, 0 to 1." }) },
    { title: "Evidence", description: "A counted occurrence in the answer." },
  ),
  { bases: [Span] },
);

const NotShownView = Closed(
  {
    start: offset("Start in the verbatim answer, in UTF-16 units."),
    end: offset("Where it ends."),
    kind: OneOf(notShownKinds, { description: "What it is." }),
  },
  { title: "NotShown", description: "A part of the verbatim answer that its reader does not see." },
);

export const NotShownViews = Type.Array(NotShownView, {
  description:
    "Thoughts, tool calls and markup in the verbatim answer, which nothing is read from, in order.",
});

export const notShownViews = (parts: readonly NotShown[] = []): Static<typeof NotShownView>[] =>
  parts.map(({ start, end, kind }) => ({ start, end, kind }));

export const MentionView = Closed(
  {
    name: Type.String({ description: "Tracked brand that is named." }),
    is_own_brand: Type.Boolean({ description: "Whether it is the measured brand." }),
    position: Type.Integer({
      minimum: 1,
      description: "Its place among tracked brands, by first mention.",
    }),
    list_rank: Nullable(Type.Integer({ minimum: 1 }), {
      description: "Rank of the list item, row or heading that it heads.",
    }),
    recommended: Type.Boolean({ description: "Whether it heads a list item, table row or heading." }),
    mention_count: Type.Integer({ minimum: 1, description: "Times it is named in the answer." }),
    sentiment_score: Nullable(Type.Number(), {
      description: "Sentiment of the sentences that name it, 0 to 100; 50 is neutral.",
    }),
    evidence: Type.Array(EvidenceView, {
      description: `The occurrences that were counted, in order; the first ${mostEvidence} where there are more.`,
    }),
  },
  { title: "Mention", description: "A tracked brand that an answer names." },
);

export const NotCountedView = showAs(
  Closed(
    { name: Type.String({ description: "Tracked brand it looked like." }), ...spanProperties },
    {
      title: "NotCounted",
      description: "An occurrence that looked like a tracked brand but was not counted.",
    },
  ),
  { bases: [Span] },
);

export const mentionView = (mention: Mention): Static<typeof MentionView> => ({
  name: mention.name,
  is_own_brand: mention.isOwnBrand,
  position: mention.position,
  list_rank: mention.listRank,
  recommended: mention.recommended,
  mention_count: mention.occurrences ?? mention.evidence.length,
  sentiment_score: orNull(score, mention.sentimentScore),
  evidence: mention.evidence.map(evidenceView),
});

export const Searches = Type.Array(Type.String(), {
  description: "What the assistant reports to have searched for, in order; empty where it does not say.",
});

const isUncertain = (confidence: number): boolean => confidence >= 0.35 && confidence <= 0.65;

const evidenceView = ({ start, end, text, rule, confidence }: Evidence): Static<typeof EvidenceView> => ({
  start,
  end,
  text,
  rule,
  uncertain: isUncertain(confidence),
  confidence: share(confidence),
});

export const notCountedView = ({
  name,
  start,
  end,
  text,
  rule,
  confidence,
}: NotCounted): Static<typeof NotCountedView> => ({
  name,
  start,
  end,
  text,
  rule,
  uncertain: isUncertain(confidence),
});

const citationProperties = {
  position: Type.Integer({ minimum: 1, description: "Its place among the answer's citations." }),
  url: Type.String({ description: "URL of the page, without tracking parameters." }),
  domain: Type.String({ description: "Registrable domain of the page." }),
  source_type: SourceTypeWord({ description: "What kind of source a cited page is." }),
};

/** A page that an answer cites. */
export const CitationView = Closed(
  {
    ...citationProperties,
    title: Nullable(Type.String(), { description: "Title of the page, if the engine gave it." }),
  },
  { title: "Citation", description: "A page that an answer cites." },
);

/** Pages that the answer cites, without those that the engine only retrieved. */
export const citationViews = (citations: readonly ReadCitation[]): Static<typeof CitationView>[] =>
  citations
    .filter(({ cited }) => cited)
    .map(({ position, url, domain, title, sourceType }) => ({
      position,
      url,
      domain,
      source_type: sourceType,
      title,
    }));

export const CitationsLeftOut = Type.Integer({
  minimum: 0,
  description: "How many more citations it has; the first 100 are kept.",
});

/** A page in a raw row. */
export const RawCitationView = Closed(
  {
    ...citationProperties,
    cited: Type.Boolean({ description: "False if the engine only retrieved it." }),
    word_share: Nullable(Type.Number(), {
      description: "Its share of the answer's cited words, early words weighted more, 0 to 1.",
    }),
  },
  { title: "RawCitation", description: "A page that an answer cites or its engine retrieved." },
);

export const rawCitationView = (citation: ReadCitation): Static<typeof RawCitationView> => ({
  position: citation.position,
  url: citation.url,
  domain: citation.domain,
  source_type: citation.sourceType,
  cited: citation.cited,
  word_share: orNull(share, citation.wordShare),
});
