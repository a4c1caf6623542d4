import { Type } from "typebox";
import { PublishModeWord } from "../../api/schema/words.ts";
import { type Issue, invalid } from "../../kernel/problem.ts";
import { isBlank } from "../../projects/project-terms.ts";
import { Slug } from "../drafts/slug-term.ts";

const tagsMax = 10;

/** How a draft is published; each optional. */
export const publishFields = {
  mode: Type.Optional(
    PublishModeWord({
      default: "publish",
    }),
  ),
  slug: Type.Optional(Slug(185, "Default: the draft's.")),
  tags: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 60, description: "A tag." }), {
      maxItems: tagsMax,
      description: "Tags.",
    }),
  ),
  sendAgain: Type.Optional(Type.Boolean({ description: "After `may_exist`: it is not there." })),
};

/** Tags as sent, without repeats. Throws a 400 that names every invalid one. */
export function givenTags(tags: readonly string[] = []): string[] {
  const issues = tags.flatMap((tag, index): Issue[] => {
    const path = `/tags/${index}`;
    if (isBlank(tag))
      return [{ in: "body", path, code: "blank", message: "This tag has no visible characters." }];
    // Ghost hides these tags; one of them is how we recognise our own posts.
    if (tag.startsWith("#"))
      return [{ in: "body", path, code: "bad_format", message: "A tag must not begin with #." }];
    return [];
  });
  if (issues.length > 0) throw invalid(issues);
  const folded = tags.map((tag) => tag.toLowerCase());
  return tags.filter((_, index) => folded.indexOf(folded[index]!) === index);
}
