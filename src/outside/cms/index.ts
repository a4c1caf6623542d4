import type { Blogs } from "../../kernel/outside/blog.ts";
import type { Outside } from "../../kernel/outside/outside.ts";
import { portOf } from "./blog-call.ts";
import { ghost } from "./ghost.ts";
import { wordpress } from "./wordpress.ts";

/** The supported blogs, each reached through the outbound guard. */
export const createBlogs = (outside: Outside): Blogs => ({
  async check(siteUrl) {
    const url = await outside.check(siteUrl, { ports: portOf(siteUrl), encrypted: true });
    url.search = "";
    return url.href;
  },
  open: (access) => (access.kind === "wordpress" ? wordpress(outside, access) : ghost(outside, access)),
  async htmlOf(markdown) {
    const { postHtml } = await import("./post-html.ts");
    return postHtml(markdown);
  },
});
