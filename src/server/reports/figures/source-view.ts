import { type Static, Type } from "typebox";
import type { SourceDomain } from "../../../figures/metrics/cited-domain.ts";
import type { Sources } from "../../../figures/metrics/sources.ts";
import { showAs } from "../../api/schema/openapi-hints.ts";
import { interval, orNull, share } from "../../api/schema/rounding.ts";
import { Closed, Nullable } from "../../api/schema/schema.ts";
import { ProviderWord, SourceTypeWord } from "../../api/schema/words.ts";
import { Ci } from "./metrics-view.ts";

/** The properties of a cited domain, for lists that say more of it or less. */
const domainProperties = {
  domain: Type.String({ description: "The cited registrable domain." }),
  citations: Type.Integer({ minimum: 1, description: "Citations of its pages." }),
  citations_total: Type.Integer({ minimum: 1, description: "Citations of all pages." }),
  citation_share: Type.Number({ description: "Its share of all citations, 0 to 1." }),
  citation_share_ci: Ci("the citation share"),
  source_type: SourceTypeWord({ description: "What kind of source a cited page is." }),
  word_share: Nullable(Type.Number(), {
    description:
      "Its share of the cited words, early words weighted more, 0 to 1; null if no answer ties words to sources.",
  }),
  word_share_ci: Ci("the word share"),
  word_share_answers: Type.Integer({
    minimum: 0,
    description: "Answers that tie words to sources, the base of the word share.",
  }),
};

export const TopSource = Closed(domainProperties, {
  title: "TopSource",
  description: "A domain that the answers cite.",
});

export const topSource = (source: SourceDomain): Static<typeof TopSource> => ({
  domain: source.domain,
  citations: source.citations,
  citations_total: source.citationsTotal,
  citation_share: share(source.citationShare),
  // Readings by an older method have no intervals of shares.
  citation_share_ci: interval(share, source.citationShareCi ?? null),
  source_type: source.sourceType,
  word_share: orNull(share, source.wordShare),
  word_share_ci: interval(share, source.wordShareCi ?? null),
  word_share_answers: source.wordShareAnswers,
});

export const SourcesView = Closed(
  {
    domains: Type.Array(
      showAs(
        Closed({
          ...domainProperties,
          providers: Type.Array(ProviderWord(), { description: "Assistants that cite it." }),
        }),
        { name: "SourceDomain", bases: [TopSource] },
      ),
      { description: "Up to 200 cited domains, most cited first." },
    ),
    urls: Type.Array(
      showAs(
        Closed({
          url: Type.String({ description: "URL of the page." }),
          title: Nullable(Type.String(), { description: "Title of the page, if an engine gave it." }),
          citations: Type.Integer({ minimum: 1, description: "Answers that cite it." }),
          prompt_keys: Type.Array(Type.String(), {
            description: "Up to 50 prompts whose answers cite it.",
          }),
        }),
        { name: "SourcePage" },
      ),
      { description: "Up to 200 cited pages, most cited first; fewer where their addresses are very long." },
    ),
  },
  { title: "Sources", description: "The sources that answers cite." },
);

export const sourcesView = ({ domains, urls }: Sources): Static<typeof SourcesView> => ({
  domains: domains.map((source) => ({ ...topSource(source), providers: source.providers })),
  urls: urls.map(({ url, title, citations, promptKeys }) => ({
    url,
    title,
    citations,
    prompt_keys: promptKeys,
  })),
});
