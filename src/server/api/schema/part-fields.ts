import { type Static, Type } from "typebox";
import { tagLengthMax } from "../../../figures/tags/tag.ts";
import { ProviderWord } from "./words.ts";

/** What narrows figures and answers to a part; shared by every route that shows them. */
export const partFields = {
  tag: Type.Optional(
    Type.String({ minLength: 1, maxLength: tagLengthMax, description: "Only prompts with this tag." }),
  ),
  provider: Type.Optional(ProviderWord({ description: "Only answers of this assistant." })),
};

export type PartTerms = Static<ReturnType<typeof Type.Object<typeof partFields>>>;

/** Whether it is about a part, which may have to be made of all answers. */
export const isNarrowed = (terms: PartTerms): boolean =>
  Object.keys(partFields).some((name) => terms[name as keyof PartTerms] !== undefined);
