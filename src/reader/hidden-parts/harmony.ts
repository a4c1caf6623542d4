import type { Span } from "../markdown/answer-text.ts";
import { isWithin } from "./code.ts";
import type { NotShown } from "./not-shown-kind.ts";

// <|start|>assistant<|channel|>analysis to=x <|constrain|>json<|message|>
const header =
  /(?:<\|start\|>(?<role>[\w.:-]{0,60})[^<\n]{0,80})?(?:(?:<\|channel\|>|(?<![\s\S])(?=analysis<))\s*(?<channel>[\w.-]{0,40})(?<rest>[^<\n]{0,200}))?(?:<\|constrain\|>[^<\n]{0,60})?<\|message\|>|<\|channel\|>\s*(?<bare>analysis|commentary|final)(?![\w.-])(?<bareRest> to=[\w.-]+)?|<\|start\|>(?<alone>[\w.:-]{0,60})|(?<end><\|(?:end|return|call)\|>)/gi;

interface Part {
  start: number;
  end: number;
  body: "shown" | "thought" | "tool_call" | "loose";
}

/**
 * What is not shown of gpt-oss's channels: `<|channel|>analysis<|message|>…<|end|>`, calls of tools, and the marks
 * themselves, also where the first mark is missing or the angle brackets are gone ("analysis…assistantfinal…"). Marks in
 * code are text.
 */
export function channelsIn(text: string, code: readonly Span[]): NotShown[] {
  if (!text.includes("<|")) return bareChannels(text);
  const parts = partsOf(text, code);
  if (parts.length === 0) return bareChannels(text);
  const spans: NotShown[] = [];
  const firstFinal = parts.findIndex(({ body }) => body === "shown");
  const push = (start: number, end: number, kind: NotShown["kind"]) => {
    if (end > start) spans.push({ start, end, kind });
  };
  // What comes before the first channel is a thought whose opening mark was in the prompt, if an answer follows it.
  const leads = firstFinal > 0 || (firstFinal === 0 && parts[0]?.body === "shown");
  push(0, parts[0]!.start, leads || parts[0]!.body === "loose" ? "thought" : "markup");
  if (!leads && parts[0]!.body !== "loose") spans.pop();
  parts.forEach((part, at) => {
    const end = parts[at + 1]?.start ?? text.length;
    const isThought = part.body === "thought" || (part.body === "loose" && at < firstFinal);
    if (isThought) push(part.start, end, "thought");
    else if (part.body === "tool_call") push(part.start, end, "tool_call");
    else push(part.start, part.end, "markup");
  });
  return spans;
}

/** The marks of a text, each with what its body is. Empty unless a channel is among them. */
function partsOf(text: string, code: readonly Span[]): Part[] {
  const parts: Part[] = [];
  let opens = false;
  for (const match of text.matchAll(header)) {
    const { role, channel, rest, bare, bareRest, alone, end } = match.groups ?? {};
    const start = match.index;
    if (isWithin(code, start)) continue;
    const span = { start, end: start + match[0].length };
    opens ||= end === undefined && (channel !== undefined || bare !== undefined || role !== undefined);
    if (end !== undefined) parts.push({ ...span, body: "loose" });
    else if (alone !== undefined) parts.push({ ...span, body: "loose" });
    // A message whose header is gone is a thought if a final one follows.
    else if (role === undefined && channel === undefined && bare === undefined)
      parts.push({ ...span, body: "loose" });
    else
      parts.push({
        ...span,
        body: bodyOf(role, (channel ?? bare ?? "").toLowerCase(), rest ?? bareRest ?? ""),
      });
  }
  return opens ? parts : [];
}

function bodyOf(role: string | undefined, channel: string, rest: string): Part["body"] {
  // Where the header lost its role, the channel stands in its place.
  if (/^(?:final|analysis|commentary)$/.test(role ?? "")) return bodyOf(undefined, role ?? "", rest);
  if (role !== undefined && role !== "" && role !== "assistant") return "tool_call";
  if (/\bto=/.test(rest)) return "tool_call";
  return channel === "analysis" || channel === "commentary" ? "thought" : "shown";
}

/** The channels' names are what is left where a server drops the marks. */
function bareChannels(text: string): NotShown[] {
  if (!text.includes("assistant") && !text.includes("analysis")) return [];
  const final = /(?<![a-z`"'])assistant\s?final(?![\w.-]*[`"'])(?=[\p{Lu}\p{N}\s*#|>_-]|\p{Ll})/u.exec(text);
  const analysis = /^\s*(?:assistant)?\s?analysis(?=\p{Lu}|\s*\n)/u.exec(text);
  if (final && (analysis || !/\s/.test(final[0])))
    return [{ start: 0, end: final.index + final[0].length, kind: "thought" }];
  const glued = analysis !== null && /\p{Lu}/u.test(text.charAt(analysis[0].length));
  return glued ? [{ start: 0, end: text.length, kind: "thought" }] : [];
}
