import { siteOf } from "../../../site/crawl/frontier.ts";
import { invalid } from "../../kernel/problem.ts";
import type { Project } from "../../projects/project.ts";

/**
 * The address to check, in its stored form: as given, or the project's website. One that cannot be parsed stays as it
 * is, for the outbound guard to refuse. Throws a 400 `no_website` if the project has none.
 */
export function addressToCheck(
  project: Pick<Project, "websiteUrl" | "domain">,
  input: string | undefined,
): string {
  const address = input ?? project.websiteUrl ?? (project.domain ? `https://${project.domain}/` : null);
  if (address === null) {
    throw invalid([
      {
        in: "body",
        path: "/url",
        code: "no_website",
        message: "This project has no website. Set one, or send the address to check as `url`.",
      },
    ]);
  }
  // What the guard refuses must not become something it allows.
  const plain = /^https?:\/\/[^/]/i.test(address) && !/[\s\\\p{Cc}\p{Cf}]/u.test(address);
  if (!plain || !URL.canParse(address)) return address;
  const url = new URL(address);
  if (url.username || url.password) return address;
  url.hash = "";
  return url.href;
}

/** Whether an address is on the project's website. */
export function isWebsiteOf(
  { websiteUrl, domain }: Pick<Project, "websiteUrl" | "domain">,
  url: string,
): boolean {
  const own = websiteUrl ?? (domain ? `https://${domain}/` : null);
  return own !== null && URL.canParse(own) && siteOf(own) === siteOf(url);
}
