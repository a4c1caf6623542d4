import { Type } from "typebox";
import type { BlogKind } from "../../outbound/cms/blog.ts";

/** Where a post is edited on its blog, for whoever is signed in there. */
export const editUrl = (cms: BlogKind, siteUrl: string, postId: string): string => {
  const [site, post] = [siteUrl.replace(/\/$/, ""), encodeURIComponent(postId)];
  return cms === "ghost"
    ? `${site}/ghost/#/editor/post/${post}`
    : `${site}/wp-admin/post.php?post=${post}&action=edit`;
};

/** Where a blog lists its posts, for whoever is signed in there; WordPress the newest first. */
export const postsUrl = (cms: BlogKind, siteUrl: string): string =>
  `${siteUrl.replace(/\/$/, "")}${cms === "ghost" ? "/ghost/#/posts" : "/wp-admin/edit.php?post_type=post&orderby=date&order=desc"}`;

export const EditUrl = Type.String({
  description: "Where it is edited on the blog, for whoever is signed in there.",
});
