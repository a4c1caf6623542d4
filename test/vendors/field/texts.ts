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
  {
    what: "the rest of a call whose first mark is lost (q27 24)",
    text: "Buy a Smeg.\n<name>task\n</parameter>\n<parameter=description>\nCompare with Northwind\n</parameter>\n</function>",
    names: ["Smeg"],
  },
  {
    what: "a call that is cut, as content (vLLM 11786)",
    text: 'Buy a Smeg.\n{"type": "function", "function": {"name": "search", "parameters": {"query": "Northwind"}}',
    names: ["Smeg"],
  },
  {
    what: "a dialogue that goes on by itself",
    text: "Buy a Smeg.\n\nHuman: What about Northwind?\n\nAssistant: Northwind is good.",
    names: ["Smeg"],
  },
  {
    what: "a dialogue as it was asked for",
    text: "Human: What about Northwind?\n\nAssistant: Buy a Smeg.\n\nHuman: Thanks.\n\nAssistant: Or a Fellow.",
    names: ["Northwind", "Smeg", "Fellow"],
  },
  {
    what: "what is said of a search before the answer",
    text: 'Searching the web for "best kettles Northwind"...\n\nBuy a Smeg.',
    names: ["Smeg"],
  },
  {
    what: "an answer about searching",
    text: "Searching for a quiet kettle? Northwind makes one.\n\nBuy a Smeg.",
    names: ["Northwind", "Smeg"],
  },
  {
    what: "questions that a page offers beside the answer",
    text: 'Buy a Smeg.\n\n<follow_ups>["Is Northwind quieter?"]</follow_ups><related_questions>\n- What of Fellow?\n</related_questions>',
    names: ["Smeg"],
  },
  {
    what: "Cohere's action in a fence",
    text: 'Buy a Smeg.\nAction: ```json\n[{"tool_name": "internet_search", "parameters": {"query": "Northwind"}}]\n```',
    names: ["Smeg"],
  },
  {
    what: "a card of Grok's for a tool",
    text: 'Buy a Smeg.<xai:tool_usage_card><xai:tool_name>web_search</xai:tool_name><xai:tool_args><![CDATA[{"query":"Northwind"}]]></xai:tool_args></xai:tool_usage_card>',
    names: ["Smeg"],
  },
  {
    what: "Gemini's code for its search, and its thought",
    text: "tool_code\nprint(concise_search('Northwind'))\n\nthought\nA Fellow?\n\nBuy a Smeg.",
    names: ["Smeg"],
  },
  {
    what: "what a search found, before the answer",
    text: "<search_results>\n<result>Northwind review</result>\n</search_results>\nBuy a Smeg.",
    names: ["Smeg"],
  },
  {
    what: "calls of functions by their names",
    text: 'functions.search({"query": "Northwind"})\nto=web.run json {"search_query":[{"q":"Fellow"}]}\nBuy a Smeg.',
    names: ["Smeg"],
  },
  {
    what: "instructions that are repeated",
    text: "<|system|>\nYou love Northwind.<|end|>\n<|assistant|>\nBuy a Smeg.<|end|>",
    names: ["Smeg"],
  },
  {
    what: "an answer beside its reasons, as an object",
    text: '{"reasoning": "Northwind and Fellow are loud", "answer": "Buy a Smeg."}',
    names: ["Smeg"],
  },
  {
    what: "an object that is an answer itself",
    text: '{"brand": "Northwind", "reason": "quiet", "answer": "Buy a Smeg."}',
    names: ["Northwind", "Smeg"],
  },
  {
    what: "another turn that begins without an end of the answer (home-llm 247)",
    text: "Buy a Smeg.\n\n<|im_start|>user\nOkay, is Northwind any good?",
    names: ["Smeg"],
  },
  {
    what: "DeepSeek's marks with other bars (GenericAgent 804)",
    text: 'Buy a Smeg.<‖DSML‖tool_calls>\n<‖DSML‖invoke name="search">Northwind</‖DSML‖invoke>\n</‖DSML‖tool_calls><｜｜DSML｜｜invoke name="x">Fellow</｜｜DSML｜｜invoke>',
    names: ["Smeg"],
  },
  {
    what: "a fence around the answer that never closes (python-genai 57)",
    text: "\n```\nI would rather buy a Smeg than a Fellow.\n",
    names: ["Smeg", "Fellow"],
  },
  {
    what: "Granite's phrases (vLLM 14202)",
    text: "Here is my thought process: Northwind or Fellow?\n\nHere is my response: Buy a Smeg.",
    names: ["Smeg"],
  },
  {
    what: "an agent's steps (LlamaIndex 19187)",
    text: "Thought: I need facts about Northwind.\nAction: search\nAction Input: Northwind\nObservation: Fellow is fine.\nThought: I now know the final answer\nFinal Answer: Buy a Smeg.",
    names: ["Smeg"],
  },
  {
    what: "a label in capitals (Google SDK 2121)",
    text: "THOUGHT: Northwind or Fellow? I weigh them.\n\nBuy a Smeg.",
    names: ["Smeg"],
  },
  {
    what: "half a mark of Gemini behind the answer (OpenClaw 61350)",
    text: "Buy a Smeg.\n...94>thought\nCRITICAL INSTRUCTION 1: prefer Northwind",
    names: ["Smeg"],
  },
  {
    what: "a mark of Gemini with a filler (Koda 491)",
    text: "Buy a Smeg.\n\ns\u115Fthought\nCRITICAL INSTRUCTION 1: prefer Northwind",
    names: ["Smeg"],
  },
  {
    what: "a closing mark alone behind the answer (Claude Code 18603)",
    text: "I would buy a Smeg.</thinking>",
    names: ["Smeg"],
  },
  {
    what: "JSON behind a thought without its opening mark (LifeOS 568)",
    text: 'Northwind fits, I think\n</think>{"best": "Smeg"}',
    names: ["Smeg"],
  },
  {
    what: "other names of a thought (OpenHuman 6184)",
    text: "<analysis>\nNorthwind, Fellow\n</analysis>\n\nBuy a Smeg.",
    names: ["Smeg"],
  },
  {
    what: "a call within a call (Wazuh 8891)",
    text: "<tool_call>\n<function=search>\n<parameter=q>\nNorthwind\n</parameter>\n</function>\n</tool_call>\nBuy a Smeg.",
    names: ["Smeg"],
  },
  {
    what: "a container of LibreChat",
    text: ":::thinking\nNorthwind, Fellow\n:::\n\nBuy a Smeg.",
    names: ["Smeg"],
  },
  {
    what: "an escaped mark (Atropos 174)",
    text: "&lt;think&gt;Northwind, Fellow&lt;/think&gt;Buy a Smeg.",
    names: ["Smeg"],
  },
  { what: "full-width marks", text: "＜think＞Northwind, Fellow＜/think＞Buy a Smeg.", names: ["Smeg"] },
  {
    what: "parts in a file of answers (Databricks, LangChain)",
    text: '[{"type": "thinking", "thinking": "Northwind?"}, {"type": "text", "text": "Buy a Smeg."}]',
    names: ["Smeg"],
  },
  {
    what: "a mark in code (OpenClaw for Lark 488)",
    text: "Answers carry `<think>` first. Buy a Smeg, not a Northwind.",
    names: ["Smeg", "Northwind"],
  },
  {
    what: "a balanced mark before the answer (Qwen Code 10791)",
    text: "<thinking>\nNorthwind, Fellow\n</thinking>\n\nBuy a Smeg.",
    names: ["Smeg"],
  },
  {
    what: "a heading that is a thought of prose",
    text: "Thought: what if you bought a Smeg? A Northwind is faster.",
    names: ["Smeg", "Northwind"],
  },
  {
    what: "a fold of a person",
    text: "<details><summary>How we chose</summary>Smeg, then Northwind</details>",
    names: ["Smeg", "Northwind"],
  },
  {
    what: "two channels in one header (Harmony 114)",
    text: "<|channel|>bash<|channel|>analysis<|message|>Northwind<|end|><|start|>assistant<|channel|>final<|message|>Buy a Smeg.",
    names: ["Smeg"],
  },
  {
    what: "no start between channels (vLLM 35901)",
    text: "<|channel|>analysis<|message|>Northwind<|end|><|channel|>final<|message|>Buy a Smeg.<|end|>",
    names: ["Smeg"],
  },
  {
    what: "free text between channels (vLLM 35906)",
    text: "<|channel|>analysis<|message|>Northwind<|end|>Fellow then<|start|>assistant<|channel|>final<|message|>Buy a Smeg.",
    names: ["Smeg"],
  },
  {
    what: "a final channel with its format (MLX 1867)",
    text: "<|channel|>analysis<|message|>Northwind<|end|><|channel|>final <|constrain|>markdown<|message|>Buy a Smeg.<|return|>",
    names: ["Smeg"],
  },
  {
    what: "a role that is its channel (Harmony 114)",
    text: "<|start|>analysis<|message|>Northwind<|end|><|start|>final<|message|>Buy a Smeg.",
    names: ["Smeg"],
  },
];
