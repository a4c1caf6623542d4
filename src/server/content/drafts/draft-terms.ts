import { type Static, Type } from "typebox";
import type { Context } from "../../api/context.ts";
import { DraftPlatformWord } from "../../api/schema/words.ts";
import { type Issue, invalid } from "../../kernel/problem.ts";
import { type DraftWish, type PromptType, promptTypes, type TargetPage } from "../writing/draft.ts";

/** What POST /generate-content takes besides its project. */
export const draftFields = {
  platform: DraftPlatformWord({ description: "What it is written for." }),
  topic: Type.String({ minLength: 1, maxLength: 300, description: "What to write about." }),
  promptType: Type.Optional(
    Type.String({
      pattern: "^[a-z][a-z0-9_]{0,63}$",
      expects: "lower-case letters, digits and _, at most 64, such as how_to",
      examples: ["how_to"],
      description: `Angle: ${promptTypes.join(", ")}. Anything else means \`auto\`.`,
    }),
  ),
  metadata: Type.Optional(
    Type.Unsafe<Record<string, unknown>>({
      type: "object",
      additionalProperties: true,
      verbatim: true,
      description:
        "Kept with the draft. The metadata of a suggested topic that improves a page makes it an update brief.",
    }),
  ),
};

const Fields = Type.Object(draftFields);
export type DraftFields = Static<typeof Fields>;

const metadataBytesMax = 16 * 1024;
const metadataDepthMax = 6;

/** What is asked for, checked beyond its schema. Throws a 400; warns of an unknown angle. */
export function wantedDraft(
  { warn }: Pick<Context, "warn">,
  { platform, topic, promptType, metadata = {} }: DraftFields,
): DraftWish {
  const issues: Issue[] = [];
  const refuse = (path: string, code: string, message: string) =>
    void issues.push({ in: "body", path, code, message });
  if (Buffer.byteLength(JSON.stringify(metadata)) > metadataBytesMax)
    refuse("/metadata", "too_long", "The metadata is larger than 16 KiB.");
  if (depthOf(metadata) > metadataDepthMax)
    refuse("/metadata", "too_deep", `The metadata is nested deeper than ${metadataDepthMax} levels.`);
  const target = targetIn(metadata, refuse);
  if (issues.length > 0) throw invalid(issues);
  return {
    platform,
    kind: target ? "update_brief" : kindFor[platform],
    topic,
    promptType: promptType === undefined ? null : knownAngle({ warn }, promptType),
    target,
    metadata,
  };
}

const kindFor = { blog: "article", linkedin: "post", thread: "thread" } as const;

type Refuse = (path: string, code: string, message: string) => void;

/** The page that an update brief is about; null for a new text. */
function targetIn(metadata: Record<string, unknown>, refuse: Refuse): TargetPage | null {
  const { content_action: action, target_url: url, target_title: title } = metadata;
  if (action === undefined || action === null || action === "create_new_article") return null;
  if (action === "covered_existing_url")
    refuse("/metadata/content_action", "topic_already_covered", "A page of the website covers this already.");
  else if (action !== "optimize_existing_url")
    refuse("/metadata/content_action", "not_allowed", "Not an action of a suggested topic.");
  if (action !== "optimize_existing_url") return null;
  if (typeof url !== "string" || !isWebAddress(url))
    refuse(
      "/metadata/target_url",
      "bad_format",
      "An update brief needs the http or https address of a page.",
    );
  if (typeof title !== "string" || title.trim() === "")
    refuse("/metadata/target_title", "required", "An update brief needs the title of its page.");
  return { url: String(url), title: String(title) };
}

const isWebAddress = (text: string): boolean =>
  text.length <= 2048 && /^https?:$/.test(URL.parse(text)?.protocol ?? "");

function knownAngle({ warn }: Pick<Context, "warn">, angle: string): PromptType {
  const promptType = promptTypes.find((type) => type === angle);
  if (!promptType) {
    warn({
      code: "UNKNOWN_PROMPT_TYPE",
      path: "/promptType",
      message: `This angle is unknown and counts as auto. Known angles: ${promptTypes.join(", ")}.`,
    });
  }
  return promptType ?? "auto";
}

const depthOf = (value: unknown): number =>
  typeof value === "object" && value !== null
    ? 1 + Object.values(value).reduce((deepest: number, inner) => Math.max(deepest, depthOf(inner)), 0)
    : 0;
