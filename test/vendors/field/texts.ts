/** A text as it comes, and whom its reader sees named of Northwind, Smeg and Fellow, in order. */
export interface FieldText {
  what: string;
  text: string;
  names: readonly string[];
}

/** Texts that every door reads alike: each engine's answers, imports and `mentions`. */
export const fieldTexts: readonly FieldText[] = [
  { what: "a sentence", text: "I would buy a Northwind, then a Smeg.", names: ["Northwind", "Smeg"] },
  { what: "a list", text: "1. **Smeg**: pretty\n2. **Northwind**: precise", names: ["Smeg", "Northwind"] },
  {
    what: "an end that nobody says was cut",
    text: "Buy a Smeg or a Northwind",
    names: ["Smeg", "Northwind"],
  },
  {
    what: "a thought whose opening mark was in the prompt",
    text: "Options: Northwind, Fellow.\n</think>\n\nI would buy a Smeg.",
    names: ["Smeg"],
  },
  {
    what: "channels of gpt-oss",
    text: "<|channel|>analysis<|message|>Northwind?<|end|><|start|>assistant<|channel|>final<|message|>Buy a Smeg.",
    names: ["Smeg"],
  },
  { what: "a thought of Mistral", text: "[THINK]Northwind, Fellow[/THINK]Buy a Smeg.", names: ["Smeg"] },
  {
    what: "a sentence about a mark",
    text: "Models think between <think> and </think> tags. Buy a Smeg.",
    names: ["Smeg"],
  },
  {
    what: "an entity of ChatGPT",
    text: 'Buy \uE200entity\uE202["company","Northwind","rival of Smeg"]\uE201. \uE200cite\uE202turn0search1\uE201',
    names: ["Northwind"],
  },
  {
    what: "a fence around the answer",
    text: "```markdown\n1. Northwind\n2. Smeg\n```",
    names: ["Northwind", "Smeg"],
  },
  {
    what: "a turn after the answer",
    text: "Buy a Smeg.<|im_end|>\n<|im_start|>user\nIs Northwind any good?<|im_end|>",
    names: ["Smeg"],
  },
  {
    what: "a call of a tool without a mark",
    text: 'Buy a Smeg.\n{"name": "search", "arguments": {"q": "Northwind"}}',
    names: ["Smeg"],
  },
  {
    what: "a call of a tool that is left",
    text: '<tool_call>{"name":"search","q":"Northwind"}</tool_call>\nBuy a Smeg.',
    names: ["Smeg"],
  },
];
