/** A mark that opens or closes what is not shown. */
export interface Mark {
  kind: "thought" | "tool_call";
  /** `only` stands by itself: nothing but the mark is not shown. */
  role: "open" | "close" | "only";
  /** Marks of one family open and close each other. */
  family: string;
  /** Only a pair before the answer is meant: the name is one that answers use for their own parts too. */
  leads?: true;
  start: number;
  end: number;
}

type Read = Pick<Mark, "kind" | "role" | "family" | "leads">;

/** One way to write marks: a sticky pattern without regard to case, and what its groups say. */
interface Spelling {
  pattern: RegExp;
  read: (groups: (string | undefined)[], mark: string) => Read | null;
}

const thoughtTag =
  "think|thinking|thoughts?|reasoning|reflection|scratch_?pad|thought_?process|thinking_?process|chain[_-]of[_-]thought|" +
  "inner_monologue|reasoning_content|reasoning_process|think_content|cot";
const leadingTag =
  "analysis|analy[sz]ing|planning|deliberation|brainstorm(?:ing)?|monologue|rationale|critique|introspection|scratchwork";
const toolTag =
  "tool_calls?|tool-call|toolcall|function_calls?|function-call|functioncall|tool_responses?|tool_results?|" +
  "tool_outputs?|tool_use|tool_code|tool_input|function_results?|function_response|invoke|use_mcp_tool|" +
  "access_mcp_resource|web_search|search_query|tvoe_calls|tool_usage_card|tool_usage|search_results?|search_quality_reflection|search_quality_score|" +
  // What a page shows beside the answer, as buttons.
  "follow[_-]?ups?|follow[_-]?up[_-]questions?|related[_-]questions?|suggested[_-]questions?|related[_-]queries";
const limits = "begin|start|end";
const bar = "(?:[|｜‖]{1,2})";

const closes = (...parts: (string | undefined)[]) =>
  parts.some((part) => /^(?:end|[/\\]{1,2})$/i.test(part ?? ""));
const role = (...parts: (string | undefined)[]) => (closes(...parts) ? "close" : "open");

const afterAngle: readonly Spelling[] = [
  {
    // <think>, </think>, <seed:think>, <mm:think>, <Thinking class="x">, <M2_7think>; <tool_call>, <invoke name="x">
    pattern: new RegExp(
      `< ?([/\\\\]{0,2}) ?(?:[a-z][a-z0-9.]{0,20}[:_-]){0,4}(?:(?:\\d{0,3}|lobe|ant|inner|internal)(${thoughtTag})|${toolTag})(?:(?:\\s[^<>]*?)?(/?)>|(?=[^\\S\\n]*(?:\\n|(?![\\s\\S]))))`,
      "iy",
    ),
    read: ([slash, thoughtName, only], mark) => {
      // A closing mark that breaks off at the end of its line: </think
      if (!mark.endsWith(">") && slash === "") return null;
      return {
        kind: thoughtName === undefined ? "tool_call" : "thought",
        role: only === "/" ? "only" : role(slash),
        family: (thoughtName ?? /[a-z_-]+(?=[\s>/]|$)/i.exec(mark.slice(1))?.[0] ?? "").toLowerCase(),
      };
    },
  },
  {
    // <analysis>, <query_analysis>
    pattern: new RegExp(`< ?(/?) ?(?:[a-z]{1,20}[_-])?(${leadingTag})\\s?>`, "iy"),
    read: ([slash, name]) => ({
      kind: "thought",
      role: role(slash),
      family: `leading ${name?.toLowerCase()}`,
      leads: true,
    }),
  },
  {
    // <details type="reasoning" done="true">; Open WebUI says tools' too.
    pattern: /<(\/?)details\b([^<>]*)>/iy,
    read: ([slash, attributes]) => ({
      kind: /type\s*=\s*["']?(?:tool|code_interpreter)/i.test(attributes ?? "") ? "tool_call" : "thought",
      role: role(slash),
      family: "details",
    }),
  },
  {
    // <function=search>
    pattern: /<(\/?)function(?:=[\w.:-]{0,80})?>/iy,
    read: ([slash]) => ({ kind: "tool_call", role: role(slash), family: "function" }),
  },
  {
    // <｜DSML｜function_calls>, and as it is cut: <｜DSML｜function_calls
    pattern: new RegExp(`< ?(/?) ?${bar} ?DSML ?${bar} ?([\\w-]{0,40})[^<>]*>?`, "iy"),
    read: ([slash, name]) => ({ kind: "tool_call", role: role(slash), family: `dsml ${name}` }),
  },
  {
    // <|begin_of_thought|>, <|end_of_thought|>, <|START_THINKING|>, <|/think|>, <｜begin▁of▁thinking｜>
    pattern: new RegExp(
      `<${bar}(?:(${limits}|/)[_▁ ]?)?(?:of[_▁ ])?(thought|thinking|think|reasoning)(?:[_▁ ](${limits}))?${bar}>`,
      "iy",
    ),
    read: ([first, name, last]) => ({
      kind: "thought",
      role: role(first, last),
      family: `piped ${name?.toLowerCase().slice(0, 5)}`,
    }),
  },
  {
    // <|tool_call|>, <|/tool_call|>, <|tool_calls_section_begin|>, <｜tool▁calls▁begin｜>, <|START_ACTION|>, <|tool_call>
    pattern: new RegExp(
      `<${bar}(?:(${limits}|/)[_▁ ]?)?(?:of[_▁ ])?((?:tool|function|action)[a-z]{0,6}(?:[_▁ ](?!${limits})[a-z]{1,12}){0,3})(?:[_▁ ](${limits}))?${bar}?>`,
      "iy",
    ),
    read: ([first, name, last]) => ({
      kind: "tool_call",
      role: role(first, last),
      family: `piped ${name?.toLowerCase().replaceAll(/[▁ ]/g, "_")}`,
    }),
  },
  {
    // Gemma closes what "<|tool_call>" opens.
    pattern: /<(tool_call|tool_response)\|>/iy,
    read: ([name]) => ({ kind: "tool_call", role: "close", family: `piped ${name?.toLowerCase()}` }),
  },
  {
    // Gemma: <|channel>thought … <channel|>, <unused94>thought … <unused95>
    pattern:
      /<\|channel>\s?thought|<unused94>\s?thought|<start_of_thought>|(<channel\|>|<unused95>|<end_of_thought>)/iy,
    read: ([end]) => ({ kind: "thought", role: end === undefined ? "open" : "close", family: "channel" }),
  },
  {
    // Llama: <|python_start|>, <|python_tag|>brave_search.call(query="…")<|eom_id|>
    pattern: /<\|(?:python_tag|python_start|(eom_id|python_end))\|>/iy,
    read: ([end]) => ({ kind: "tool_call", role: end === undefined ? "open" : "close", family: "python" }),
  },
  {
    // A turn of its own: <|im_start|>think … <|im_end|><|im_start|>assistant
    pattern:
      /<\|(?:start_header_id|im_start)\|>(?:think(?:ing)?|thoughts?|reasoning)\b(?:<\|end_header_id\|>)?|((?:<\|(?:eot_id|im_end)\|>\s{0,4})?<\|(?:start_header_id|im_start)\|>assistant\b(?:<\|end_header_id\|>)?)/iy,
    read: ([answers]) => ({
      kind: "thought",
      role: answers === undefined ? "open" : "close",
      family: "turn",
    }),
  },
  {
    // Apertus: <|inner_prefix|> … <|inner_suffix|>
    pattern: /<\|inner_(?:prefix|(suffix))\|>/iy,
    read: ([end]) => ({ kind: "thought", role: end === undefined ? "open" : "close", family: "inner" }),
  },
  {
    // Around the answer itself: Sky-T1, Command, GLM-V.
    pattern: new RegExp(
      `<${bar}(?:${limits})[_▁](?:of[_▁])?(?:solution|answer|response|text|box)${bar}>`,
      "iy",
    ),
    read: () => ({ kind: "thought", role: "only", family: "answer" }),
  },
];

const elsewhere: readonly Spelling[] = [
  {
    // Mistral. "[think]" in small letters is a person's.
    pattern: /\[(\/?)(THINK|THINKING|THOUGHT|REASONING|TOOL_CALLS|TOOL_RESULTS)\](?![([:])/y,
    read: ([slash, name = ""]) => ({
      kind: name.startsWith("TOOL") ? "tool_call" : "thought",
      role: role(slash),
      family: name,
    }),
  },
  {
    // In small letters only a pair before the answer is meant.
    pattern: /\[(\/?)(think|thinking|thought|reasoning)\](?![([:])/iy,
    read: ([slash]) => ({ kind: "thought", role: role(slash), family: "leading bracket", leads: true }),
  },
  {
    // Kimi
    pattern: /◁(\/?)think(?:ing)?▷/iy,
    read: ([slash]) => ({ kind: "thought", role: role(slash), family: "triangle" }),
  },
  {
    // LibreChat and other containers of Markdown: :::thinking … :::
    pattern: /:{3,}(?: ?(think(?:ing)?|thoughts?|reasoning)\b[^\n]{0,100}|(?=[^\S\n]*(?:\n|(?![\s\S]))))/iy,
    read: ([name]) => ({
      kind: "thought",
      role: name === undefined ? "close" : "open",
      family: "container",
    }),
  },
  {
    // What is left of Gemini's: 94>thought, s\u115Fthought
    pattern: /(?:\.{2,3}|…)?(?:<?unused)?94>\s?thought\b|\w?\u115Fthought\b/iy,
    read: () => ({ kind: "thought", role: "open", family: "channel" }),
  },
];

/** Families whose closing mark closes others too, and so means nothing without an opening one. */
export const onlyInPairs = (family: string): boolean =>
  family === "details" || family === "container" || family === "turn" || family.startsWith("leading ");

/** Marks in the order of their offsets, whether or not they are meant as marks. */
export function marksIn(text: string): Mark[] {
  const marks: Mark[] = [];
  for (const { index, 0: first } of text.matchAll(
    /<(?=[a-z/\\ |｜‖])|\[(?=[/RT])|◁|(?<![^\n]):::|(?<![^\n])(?:(?:\.{2,3}|…)?(?:unused)?94>|\w?\u115F)/gi,
  )) {
    if (index < (marks.at(-1)?.end ?? 0)) continue;
    const mark = markAt(text, index, first === "<" ? afterAngle : elsewhere);
    if (mark !== null) marks.push(mark);
  }
  return marks;
}

function markAt(text: string, start: number, spellings: readonly Spelling[]): Mark | null {
  for (const { pattern, read } of spellings) {
    pattern.lastIndex = start;
    const match = pattern.exec(text);
    if (match === null) continue;
    const mark = read(match.slice(1), match[0]);
    return mark && { ...mark, start, end: start + match[0].length };
  }
  return null;
}

/** Whether an opening `<details>` says itself that its content is not the answer. */
export function saysThought(details: string): boolean {
  return /=\s*["']?[^"']{0,40}(?:reason|think|thought|tool_call|code_interpreter)/i.test(details);
}
