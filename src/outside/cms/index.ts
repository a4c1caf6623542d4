import type { Blogs } from "../../kernel/blog.ts";
import type { Outside } from "../../kernel/outside.ts";
import { ghost } from "./ghost.ts";
import { wordpress } from "./wordpress.ts";

/** The blogs that can be published to, each reached through the outbound guard. */
export const createBlogs = (outside: Outside): Blogs => ({
  open: (access) => (access.kind === "wordpress" ? wordpress(outside, access) : ghost(outside, access)),
});
