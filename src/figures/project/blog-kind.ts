/** The blog systems that a draft can be published to. */
export const blogKinds = ["wordpress", "ghost"] as const;
export type BlogKind = (typeof blogKinds)[number];
