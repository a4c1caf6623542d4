import { Type } from "typebox";
import { tagLengthMax } from "../../../figures/tags/tag.ts";
import type { Provider } from "../../../reader/provider.ts";
import { ProviderWord } from "./words.ts";

/** Whether it is about a part, which may have to be made of all answers. */
export const isNarrowed = ({ tag, provider }: { tag?: string; provider?: Provider }): boolean =>
  tag !== undefined || provider !== undefined;

/** What narrows figures and answers to a part; shared by every route that shows them. */
export const partFields = {
  tag: Type.Optional(
    Type.String({ minLength: 1, maxLength: tagLengthMax, description: "Only prompts with this tag." }),
  ),
  provider: Type.Optional(ProviderWord({ description: "Only answers of this assistant." })),
};
