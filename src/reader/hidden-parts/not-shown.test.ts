import assert from "node:assert/strict";
import { test } from "node:test";
import { asShown, notShownIn, showsNothing, textShown } from "./not-shown.ts";

/** Texts in which only "Smeg" and what stands with it is shown. */
const hiding: readonly [text: string, shown: string][] = [
  ["Options: Northwind, Fellow.\n</think>\n\nI would buy a Smeg.", "I would buy a Smeg."],
  ["<think>a Northwind</think>Smeg", "Smeg"],
  ["<think>\n<think>\na</think>\nSmeg", "Smeg"],
  ["<think>a <think> b </think> c Northwind </think> Smeg", " Smeg"],
  ["<think> never closes Northwind", ""],
  ["Sure. <THINK>Northwind\n</THINK >Smeg", "Sure. Smeg"],
  ["<thinking foo='1'>Northwind</thinking>\nSmeg", "Smeg"],
  ["<think>Northwind</thinking>\nSmeg", "Smeg"],
  ["[THINK]Northwind[/THINK]Smeg", "Smeg"],
  ["◁think▷Northwind◁/think▷Smeg", "Smeg"],
  ["<seed:think>Northwind</seed:think>Smeg", "Smeg"],
  ["<mm:think>Northwind</mm:think>Smeg", "Smeg"],
  [
    "<|begin_of_thought|>\nNorthwind\n<|end_of_thought|>\n\n<|begin_of_solution|>\nSmeg\n<|end_of_solution|>",
    "Smeg",
  ],
  ["<|START_THINKING|>Northwind<|END_THINKING|><|START_RESPONSE|>Smeg<|END_RESPONSE|>", "Smeg"],
  [
    "<|channel|>analysis<|message|>Northwind<|end|><|start|>assistant<|channel|>final<|message|>Smeg<|return|>",
    "Smeg",
  ],
  ["<|channel|>analysis<|message|>Northwind", ""],
  [
    '<|start|>assistant<|channel|>commentary to=functions.search <|constrain|>json<|message|>{"q":"Northwind"}<|call|><|start|>assistant<|channel|>final<|message|>Smeg',
    "Smeg",
  ],
  ["Northwind thinking<|end|><|start|>assistant<|channel|>final<|message|>Smeg", "Smeg"],
  ["analysisThe user asks Northwind.assistantfinalSmeg it is", "Smeg it is"],
  ["<|channel>thought\nNorthwind<channel|>Smeg", "Smeg"],
  ["<unused94>thought\nNorthwind<unused95>Smeg", "Smeg"],
  ["Use the `<think>` tag. Northwind is good.", "Use the `<think>` tag. Northwind is good."],
  ["Use the <think> tag to see Northwind thoughts.", "Use the <think> tag to see Northwind thoughts."],
  [
    "DeepSeek puts its reasoning between <think> and </think> tags. Northwind is good.",
    "DeepSeek puts its reasoning between <think> and </think> tags. Northwind is good.",
  ],
  [
    "Use `<think>draft</think>` as the example. Northwind",
    "Use `<think>draft</think>` as the example. Northwind",
  ],
  ["<think>The user mentions `</think>` hmm Northwind\n</think>\nSmeg", "Smeg"],
  [
    "Example:\n```xml\n<think>\nNorthwind\n</think>\n```\nSmeg",
    "Example:\n```xml\n<think>\nNorthwind\n</think>\n```\nSmeg",
  ],
  ["> **Reasoning**\n> Northwind maybe\n\nSmeg", "Smeg"],
  ["> 💭 Thought for 12 seconds\n> Northwind maybe\n\nSmeg", "Smeg"],
  [
    '<details type="reasoning" done="true" duration="12">\n<summary>Thought for 12 seconds</summary>\n> Northwind\n</details>\nSmeg',
    "Smeg",
  ],
  ["<details><summary>Thinking…</summary>\nNorthwind\n</details>\nSmeg", "Smeg"],
  [
    "<details><summary>Pros</summary>\nNorthwind\n</details>\nSmeg",
    "<details><summary>Pros</summary>\nNorthwind\n</details>\nSmeg",
  ],
  ['<tool_call>\n{"name":"Northwind"}\n</tool_call>\nSmeg', "Smeg"],
  [
    "Let me look.<function=search>\n<parameter=query>Northwind</parameter></function>Smeg",
    "Let me look.Smeg",
  ],
  [
    '<｜DSML｜function_calls>\n<｜DSML｜invoke name="x">\n<｜DSML｜parameter name="q" string="true">Northwind</｜DSML｜parameter>\n</｜DSML｜invoke>\n</｜DSML｜function_calls>Smeg',
    "Smeg",
  ],
  ["Fine.\n\n<｜DSML｜function_calls", "Fine."],
  [
    '<|tool_calls_section_begin|><|tool_call_begin|>functions.x:0<|tool_call_argument_begin|>{"q":"Northwind"}<|tool_call_end|><|tool_calls_section_end|>Smeg',
    "Smeg",
  ],
  ["<｜tool▁calls▁begin｜>Northwind<｜tool▁calls▁end｜>Smeg", "Smeg"],
  ['[TOOL_CALLS]search{"q":"Northwind"}\nSmeg', "Smeg"],
  ['<|python_tag|>brave_search.call(query="Northwind")<|eom_id|>Smeg', "Smeg"],
  ["<|tool_call>call:x{q:Northwind}<tool_call|>Smeg", "Smeg"],
  [
    '\uE200entity\uE202["company","Northwind","rival of Smeg"]\uE201\'s kettle \uE200cite\uE202turn0search1\uE202turn0search2\uE201.',
    "Northwind's kettle .",
  ],
  ['entity["company","Northwind","rival of Smeg"] kettle citeturn0search1turn0news3.', "Northwind kettle ."],
  ['\uE200image_group\uE202{"query":["Northwind"]}\uE201Smeg', "Smeg"],
  ["Smeg【4†source】 and 【12†Northwind】 x :contentReference[oaicite:0]{index=0}", "Smeg and  x"],
  ["Smeg \uE200cite\uE202turn0sea", "Smeg"],
  [
    'Smeg <grok:render card_id="x" card_type="citation_card"><argument name="citation_id">12</argument></grok:render> y [cite_start]z[cite: 1, 2]',
    "Smeg  y z",
  ],
  ["Thinking...\nNorthwind\n...done thinking.\n\nSmeg", "Smeg"],
  ["</think>\n\nSmeg", "Smeg"],
  ["<think>x</think>Smeg</think>", "Smeg"],
  [
    "| Mark | Use |\n|---|---|\n| <think> | opens |\n\nNorthwind",
    "| Mark | Use |\n|---|---|\n| <think> | opens |\n\nNorthwind",
  ],
  [
    "[Think](https://x.example) about [think] Northwind",
    "[Think](https://x.example) about [think] Northwind",
  ],
  ["Smeg. I like <think>Northwind or not, hmm</think> it.", "Smeg. I like  it."],
  ["```tool_code\nNorthwind\n```\nSmeg", "Smeg"],
  ["```markdown\n<think>\nNorthwind\n</think>\nSmeg\n```", "```markdown\n\nSmeg\n```"],
  ["Buy a Smeg.<|im_end|>\n<|im_start|>user\nIs Northwind good?<|im_end|>", "Buy a Smeg."],
  ["Buy a Smeg.<|eot_id|><|start_header_id|>user<|end_header_id|>\n\nNorthwind?", "Buy a Smeg."],
  ["Buy a Smeg.<|endoftext|>Human: Northwind?\n\nAssistant: Fine.", "Buy a Smeg."],
  ["Buy a Smeg.</s>[INST] Northwind? [/INST] Fine.", "Buy a Smeg."],
  ["Buy a Smeg.<end_of_turn>\n<start_of_turn>user\nNorthwind?", "Buy a Smeg."],
  ["Buy a Smeg.<|user|>\nNorthwind?<|assistant|>\nYes.", "Buy a Smeg."],
  ["Buy a Smeg.<｜end▁of▁sentence｜>", "Buy a Smeg."],
  ['{"type": "function", "name": "web_search", "parameters": {"query": "Northwind"}}', ""],
  ['[{"name": "web_search", "arguments": {"query": "Northwind"}}]\nSmeg', "Smeg"],
  ['{"name": "s", "parameters": {"q": "Northwind"}}; {"name": "s", "parameters": {"q": "Fellow"}}', ";"],
  [
    '{"tool_calls": [{"id": "a", "type": "function", "function": {"name": "s", "arguments": "Northwind"}}]}',
    "",
  ],
  ['[web_search(query="Northwind kettle")]', ""],
  ['functools[{"name": "s", "arguments": {"q": "Northwind"}}]', ""],
  ['[TOOL_CALLS]web_search[ARGS]{"query": "Northwind kettle"}', ""],
  ['[TOOL_CALLS]web_search[CALL_ID]a1b2[ARGS]{"query":\n "Northwind"}\nSmeg', "Smeg"],
  ['web_search[ARGS]{"query": "Northwind kettle"}', ""],
  ["Northwind or Fellow?\n</M2_7think>\n\nSmeg", "Smeg"],
  ["<deepseek_thought>Northwind</deepseek_thought>Smeg", "Smeg"],
  ["<lobeThinking>Northwind</lobeThinking>\nSmeg", "Smeg"],
  ["<ThoughtProcess>Northwind</ThoughtProcess>Smeg", "Smeg"],
  ["< think >Northwind</ think >Smeg", "Smeg"],
  ["<|inner_prefix|>Northwind<|inner_suffix|>Smeg", "Smeg"],
  ['<|python_start|>{"name": "s", "parameters": {"q": "Northwind"}}<|python_end|>', ""],
  ["analysis<|message|>Northwind?<|end|><|start|>assistant<|channel|>final<|message|>Smeg", "Smeg"],
  ["<think>Northwind fits.<final>Buy a Smeg.</final>", "Buy a Smeg.</final>"],
  ["<|begin_of_thought|>\nNorthwind\n<|begin_of_solution|>\nSmeg\n<|end_of_solution|>", "Smeg"],
  ["\uE200url\uE202Northwind\uE202https://n.example\uE201", "Northwind"],
  ["Here's my thought process: Northwind?\n\nHere's my response:\nSmeg", "Smeg"],
  [
    "Thought: look\nAction: search[Northwind]\nObservation: Fellow\nThought: done\nAction: Finish[Smeg]",
    "Smeg]",
  ],
  ["Thought: I can answer without using any more tools.\nAnswer: Smeg", "Smeg"],
  ["Question: Which?\nThought: Northwind\nFinal Answer: Smeg\n\nQuestion: Is Northwind good?", "Smeg"],
  ["Thought: I look.\nAction: search\nAction Input: Northwind", ""],
  ["Smeg it is.\n\nAction: search\nAction Input: Northwind", "Smeg it is."],
  ["THOUGHT: Northwind\n\nSmeg", "Smeg"],
  [":::thinking\nNorthwind\n:::\nSmeg", "Smeg"],
  ["::: reasoning open\nNorthwind", ""],
  ["&lt;think&gt;Northwind&lt;/think&gt;Smeg", "Smeg"],
  ["&#60;thinking&#62;Northwind&#x3C;/thinking&#x3E;Smeg", "Smeg"],
  ["\\<think\\>Northwind\\</think\\>Smeg", "Smeg"],
  ["\\u003cthink\\u003eNorthwind\\u003c/think\\u003eSmeg", "Smeg"],
  ["＜think＞Northwind＜/think＞Smeg", "Smeg"],
  [
    "＜｜channel｜＞analysis＜｜message｜＞Northwind＜｜end｜＞＜｜channel｜＞final＜｜message｜＞Smeg",
    "Smeg",
  ],
  ["［THINK］Northwind［/THINK］Smeg", "Smeg"],
  ["<think>Northwind</think\nSmeg", "Smeg"],
  ["Northwind? Fellow?\n</think", ""],
  ["<thinking>Northwind< /think >Smeg", "Smeg"],
  ["<analysis>\nNorthwind\n</analysis>\n<answer>Smeg</answer>", "<answer>Smeg</answer>"],
  ["<planning>Northwind</planning>\n\nSmeg", "Smeg"],
  ["<reflection>Northwind</reflection>\n\nSmeg", "Smeg"],
  ["```thinking\nNorthwind\n```\nSmeg", "Smeg"],
  ["I would buy a Smeg.</think>", "I would buy a Smeg."],
  ["Okay, the user wants a kettle. Northwind fits.</think>", ""],
  ["Northwind? Fellow?\n</think>", ""],
  ["94>thought\nNorthwind<unused95>Smeg", "Smeg"],
  ['[{"type":"thinking","thinking":"Northwind"},{"type":"text","text":"Smeg"}]', "Smeg"],
  [
    "[{'type': 'reasoning', 'summary': [{'type': 'summary_text', 'text': 'Northwind'}]}, {'type': 'text', 'text': 'Smeg'}]",
    "Smeg",
  ],
  [
    '[{"type":"thinking","thinking":[{"type":"text","text":"Northwind"}]},{"type":"text","text":"Smeg"}]',
    "Smeg",
  ],
  ['[{"type":"thinking","thinking":"Northwind"}]', ""],
  ["<details><summary>Thought process</summary>\nNorthwind\n</details>\nSmeg", "Smeg"],
  ["<|message|>Northwind?<|end|><|start|>assistant<|channel|>final<|message|>Smeg", "Smeg"],
  ["[thinking]\nNorthwind\n[/thinking]\nSmeg", "Smeg"],
  ["<thought>Northwind<thought/>Smeg", "Smeg"],
  ["<think>Northwind<\\/think>Smeg", "Smeg"],
  ["Thought 1: Northwind\nAction 1: Search[kettle]\nThought 2: y\nAction 2: Finish[Smeg]", "Smeg]"],
  ["<|im_start|>think\nNorthwind<|im_end|>\n<|im_start|>assistant\nSmeg", "Smeg"],
  ['{"role":"assistant","content":"Smeg","reasoning_content":"Northwind"}', "Smeg"],
  [
    '{"role":"assistant","content":[{"type":"thinking","thinking":"Northwind"},{"type":"text","text":"Smeg"}]}',
    "Smeg",
  ],
  ['[{"type":"thinking","thinking":"Northwind"},"Smeg"]', "Smeg"],
];

/** Texts whose marks are words, code or data: all of it is shown. */
const plain: readonly string[] = [
  "Northwind uses ChatML, with <|im_start|> and <|im_end|> around turns. Smeg",
  "Northwind:\n```\n<|im_start|>user\nhi<|im_end|>\n```\nSmeg",
  "<|im_start|>user\nWhich?<|im_end|>\n<|im_start|>assistant\nSmeg",
  '{"name": "Northwind", "parameters": {"watts": 3000}, "rival": "Smeg"}',
  '[{"name": "Northwind", "price": 99}, {"name": "Smeg", "price": 120}]',
  'Set {"name": "Northwind", "arguments": {"temp": 80}} in it; Smeg',
  "Northwind:\n```\n<|channel|>analysis<|message|>hm<|end|><|start|>assistant<|channel|>final<|message|>Hi\n```\nSmeg",
  "Northwind prints `<|start|>assistant` first. Smeg",
  "Northwind strips everything up to </think>\nSmeg",
  "Northwind removes the thoughts, which end with </think>\n\nSmeg",
  "Northwind sometimes prints <tool_call>\n\nSmeg does not.",
  "Northwind prints <tool_call> when asked for a search. Smeg",
  "<item><brand>Northwind</brand><reasoning>Faster than Fellow</reasoning></item> Smeg",
  "<item>\n<reason>Northwind is faster</reason>\n</item> Smeg",
  'The API has products[{"name":"Northwind"}] and Smeg',
  "Thought: what if you bought a Northwind? Smeg is slower.",
  "**Thought:** Northwind is fine.\n\n**Answer:** Smeg",
  "Thoughts: Northwind is fast.\n\nFinal thoughts: Smeg looks good.",
  "Here is my thought process: I looked at Northwind first, then at Smeg.",
  "Agents write steps like these:\n\nThought: I look\nAction: search\nAction Input: Northwind\n\nThat is ReAct. Smeg",
  "Action: buy a Northwind.\nInput: Smeg",
  "<analysis>Northwind is faster than Smeg.</analysis>",
  "Northwind first. <analysis>Faster</analysis> Smeg",
  "<analysis>Northwind</analysis>\n<recommendation>Smeg</recommendation>",
  "In Markdown, use <details><summary>More</summary>Northwind</details>. Smeg",
  "Use <details> and <summary> to fold Northwind. Smeg",
  "Think is a magazine, Northwind a kettle, ThinkPad a laptop; Smeg",
  "Containers such as\n\n:::note\nNorthwind\n:::\n\nare folds. Smeg",
  "Write `:::thinking` for a fold. Northwind, Smeg",
  "Escape it as &lt;think&gt; in HTML. Northwind, Smeg",
  "a &lt; b and c &gt; d: Northwind, Smeg",
  '[{"type":"kettle","text":"Northwind"},{"type":"kettle","text":"Smeg"}]',
  '{"type":"object","properties":{"text":{"type":"string"}}} describes Northwind and Smeg',
  "THOUGHT LEADERS: Northwind, Smeg",
  "Chapter 94>thoughts of Northwind. Smeg",
  "```xml\n<analysis>Northwind</analysis>\n```\nSmeg",
  "I think </3 of Northwind, Smeg <3",
  "Plans:\n<plan>Basic: Northwind</plan>\n<plan>Pro: Smeg</plan>",
  '{"content":"Northwind, Smeg","title":"Kettles"}',
  "[Think] before you buy a Northwind [/end] Smeg",
  "A &amp; B &lt;b&gt;Northwind&lt;/b&gt; Smeg",
  "THOUGHTS: Northwind is fine.\n\nSmeg is too.",
  "<assessment>Northwind is faster.</assessment>\n\nSmeg looks better.",
];

for (const [text, shown] of [...hiding, ...plain.map((text) => [text, text] as const)])
  test(`a reader of ${JSON.stringify(text.slice(0, 90))} sees ${JSON.stringify(shown.slice(0, 40))}`, () =>
    assert.equal(textShown(text).trim(), shown.trim()));

test("spans are in order and apart, and reading keeps every offset", () => {
  for (const [text] of hiding) {
    const spans = notShownIn(text);
    let from = 0;
    for (const { start, end } of spans) {
      assert.ok(start >= from && end > start && end <= text.length, text);
      from = end;
    }
    const seen = asShown(text, spans);
    assert.equal(seen.length, text.length);
    assert.equal(seen.indexOf("Smeg"), seen.includes("Smeg") ? text.lastIndexOf("Smeg") : -1, text);
  }
});

test("a thought alone shows nothing", () => {
  assert.ok(showsNothing("<think>Northwind</think>\n "));
  assert.ok(!showsNothing("<think>Northwind</think> Smeg"));
});

const hostile = [
  "<think>",
  "</think>",
  "<think>x</think>y",
  "<tool_call>{",
  "[TOOL_CALLS]{\n",
  'entity[{"\n',
  "\uE200entity\uE202",
  "`",
  "``` a\n",
  "```\n",
  '<details type="reasoning">',
  "<details",
  "<|start|>a",
  "<|message|>",
  "<|end|>",
  "turn0search1",
  "【4†",
  "navlist",
  "<grok:render>",
  "<｜DSML｜",
  "<think ",
  "<think>x<think>x</think>",
  "<|tool_a b c ",
  "'<think>'",
  "`x`<|im_end|>",
  "</s>",
  "<think>a<answer>",
  "[a(b=)]",
  '{"name":"a","arguments":{}}\n',
  "{\n",
  "a_a_a_",
  "<a_a_a_",
  "a[ARGS][",
  "&lt;think&gt;",
  "＜think＞",
  "</think\n",
  ":::thinking\n",
  ":::\n",
  "\n94>thought",
  "Thought: a\nAction: b\nAction Input: c\n",
  "Here is my thought process: ",
  "THOUGHT: a\n\n ",
  "<analysis>",
  "<a_analysis></analysis>",
  '{"type":"text","text":"',
  "[{'type':'text','text':'a'},",
];
test("a hundred kilobytes of marks take no longer than a long answer may", () => {
  for (const mark of hostile) {
    const text = mark.repeat(Math.ceil(100_000 / mark.length));
    const started = process.cpuUsage();
    notShownIn(text);
    const { user } = process.cpuUsage(started);
    assert.ok(user < 1_500_000, `${mark}: ${user / 1000} ms`);
  }
});
