import { Type } from "typebox";
import { tagLengthMax } from "../../domain/project/tag.ts";
import { ProviderWord } from "./words.ts";

/** What narrows figures and answers to a part; shared by every route that shows them. */
export const partFields = {
  tag: Type.Optional(
    Type.String({ minLength: 1, maxLength: tagLengthMax, description: "Only prompts with this tag." }),
  ),
  provider: Type.Optional(ProviderWord({ description: "Only answers of this assistant." })),
};
