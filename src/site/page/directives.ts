/** One directive about showing a page in search results. */
export interface Directive {
  /** `robots` means every agent; others are in lower case. */
  agent: string;
  name: string;
  value: string;
}

const directiveNames =
  /^(all|index|follow|noindex|nofollow|none|noarchive|nocache|nosnippet|indexifembedded|notranslate|noimageindex|max-snippet|max-image-preview|max-video-preview|unavailable_after|noai|noimageai)$/;
const readMax = 10_000;

/** The directives in a meta tag's content; anything else in it is skipped. */
export function directivesOf(text: string, agent: string): Directive[] {
  return text
    .slice(0, readMax)
    .split(",")
    .map((part) => {
      const [, name = "", value = ""] = /^([^:]*)(?::(.*))?$/s.exec(part.trim()) ?? [];
      return { agent, name: name.trim().toLowerCase(), value: value.trim() };
    })
    .filter(({ name }) => directiveNames.test(name));
}

/**
 * The directives of an X-Robots-Tag header. An agent's name applies to the directives after it, up to the next name:
 * `googlebot: noindex, nofollow`.
 */
export function headerDirectives(header: string): Directive[] {
  let agent = "robots";
  return header
    .slice(0, readMax)
    .split(",")
    .flatMap((part) => {
      const [, userAgent, rest] = /^\s{0,100}([a-z][\w -]{0,100}?)\s{0,100}:(.*)$/is.exec(part) ?? [];
      if (userAgent === undefined || directiveNames.test(userAgent.toLowerCase()))
        return directivesOf(part, agent);
      agent = userAgent.toLowerCase();
      return directivesOf(rest ?? "", agent);
    });
}
