import { type Directive, directivesOf, headerDirectives } from "../../../../site/page/directives.ts";
import { excerpts, fail, pass, type Verdict, warn } from "./check.ts";
import { type Material, pageOf } from "./material.ts";

/** What meta tags and the X-Robots-Tag header say about showing the page. */
export function indexable(material: Material): Verdict {
  const page = pageOf(material);
  const directives = [
    ...material.facts.robots.flatMap(({ agent, directives }) => directivesOf(directives, agent)),
    ...headerDirectives(page.headers["x-robots-tag"] ?? ""),
  ];
  const hidden = directives.filter((directive) => hides(directive, material.at));
  const evidence = {
    directives: excerpts(
      directives.map(({ agent, name, value }) => `${agent}: ${name}${value ? `:${value}` : ""}`),
    ),
  };
  if (hidden.some(({ agent }) => agent === "robots")) {
    return fail(
      "The page asks not to be indexed.",
      "Remove `noindex` or `none` from the robots meta tag and the X-Robots-Tag header.",
      evidence,
    );
  }
  if (hidden.length > 0) {
    return warn(
      "The page asks some search engines not to index it; assistants that rely on them cannot find it.",
      "Remove `noindex` from the meta tags and headers for single search engines.",
      evidence,
    );
  }
  if (directives.some(withoutSnippet)) {
    return warn(
      "The page may be indexed but not quoted.",
      "Remove `nosnippet` and `max-snippet:0`: assistants quote from snippets.",
      evidence,
    );
  }
  return pass("The page may be indexed and quoted.", evidence);
}

const hides = ({ name, value }: Directive, at: number): boolean =>
  name === "noindex" || name === "none" || (name === "unavailable_after" && Date.parse(value) < at);

const withoutSnippet = ({ name, value }: Directive): boolean =>
  name === "nosnippet" || (name === "max-snippet" && value === "0");
