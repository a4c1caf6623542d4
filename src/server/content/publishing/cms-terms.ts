import { type Static, Type } from "typebox";
import { BlogKindWord } from "../../api/schema/words.ts";
import { type Issue, invalid } from "../../kernel/problem.ts";
import type { BlogAccess } from "../../outbound/cms/blog.ts";
import { type BlogKind, blogKinds } from "../../outbound/cms/blog.ts";

/** Checked by the outbound guard, whose URL_NOT_ALLOWED says more than a schema could. */
const BlogUrl = Type.String({
  minLength: 1,
  maxLength: 2048,
  description: "The blog's https URL.",
  examples: ["https://blog.acme.example/"],
});

/** How to reach a blog: the fields of its kind and no other. */
export const connectionFields = {
  kind: Type.Optional(BlogKindWord({ description: "Default: the one these fields are for." })),
  siteUrl: BlogUrl,
  username: Type.Optional(
    Type.String({ minLength: 1, maxLength: 60, description: "WordPress: the user to post as." }),
  ),
  applicationPassword: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 100,
      writeOnly: true,
      description: "WordPress: an application password of that user.",
      examples: ["aaaa bbbb cccc dddd eeee ffff"],
    }),
  ),
  adminApiKey: Type.Optional(
    Type.String({
      pattern: "^[0-9a-f]{24}:[0-9a-f]{64}$",
      expects:
        "an Admin API key as Ghost shows it under Settings, Integrations: 24 hexadecimal digits, a colon and 64 more",
      writeOnly: true,
      description: "Ghost: the Admin API key of a custom integration.",
      examples: [`${"0".repeat(24)}:${"0".repeat(64)}`],
    }),
  ),
};

const Terms = Type.Object(connectionFields);
export type ConnectionTerms = Static<typeof Terms>;

const fieldsOf = {
  wordpress: ["username", "applicationPassword"],
  ghost: ["adminApiKey"],
} as const satisfies Record<BlogKind, readonly (keyof ConnectionTerms)[]>;

/** How to reach a blog. Throws a 400 that names every field that is missing, unexpected or malformed. */
export function blogAccess(terms: ConnectionTerms): BlogAccess {
  const { siteUrl, username = "", applicationPassword = "", adminApiKey = "" } = terms;
  const kind = terms.kind ?? (terms.adminApiKey === undefined ? "wordpress" : "ghost");
  const password = applicationPassword.replaceAll(/\s/g, "");
  const issues = issuesOf({ ...terms, kind }, password);
  if (issues.length > 0) throw invalid(issues);
  return kind === "wordpress"
    ? { kind, siteUrl, username, applicationPassword: password }
    : { kind, siteUrl, adminApiKey };
}

function issuesOf(terms: ConnectionTerms & { kind: BlogKind }, password: string): Issue[] {
  const issues: Issue[] = [];
  const refuse = (field: string, code: string, message: string) =>
    void issues.push({ in: "body", path: `/${field}`, code, message });

  for (const field of blogKinds.flatMap((kind): readonly (keyof ConnectionTerms)[] => fieldsOf[kind])) {
    const isOfKind = fieldsOf[terms.kind].some((name) => name === field);
    if (isOfKind && terms[field] === undefined) refuse(field, "required", "This kind of blog needs it.");
    if (!isOfKind && terms[field] !== undefined)
      refuse(field, "not_of_this_kind", "This kind of blog does not use it.");
  }
  // Basic authentication ends the user name at the first colon. Source: RFC 7617 §2.
  if (terms.username?.includes(":")) refuse("username", "bad_format", "A user name contains no colon.");
  if (terms.kind === "wordpress" && terms.applicationPassword !== undefined && !isPassword.test(password))
    refuse(
      "applicationPassword",
      "bad_format",
      "This is no application password. WordPress shows one once, as 24 letters and digits.",
    );
  return issues;
}

const isPassword = /^[a-z0-9]{24}$/i;
