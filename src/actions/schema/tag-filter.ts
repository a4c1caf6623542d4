import { Type } from "typebox";
import { tagLengthMax } from "../../domain/project/tag.ts";

/** A filter by tag; shared by every route that shows figures or answers. */
export const tagField = {
  tag: Type.Optional(
    Type.String({ minLength: 1, maxLength: tagLengthMax, description: "Only prompts with this tag." }),
  ),
};
