import type { MeasuredAnswer } from "../../../reader/answer.ts";
import { promptKey } from "../../../reader/prompt.ts";
import { compileReader, readAnswer } from "../../../reader/read.ts";
import type { GivenCitation } from "../../../reader/reading.ts";
import { answered, northwindBrands, questions } from "./northwind.ts";

export interface ExampleAnswer extends MeasuredAnswer {
  text: string;
  truncated: boolean;
  declined: boolean;
}

interface Said {
  text: string;
  citations: GivenCitation[];
}

const forum = { url: "https://www.reddit.com/r/tea/comments/1abcde/quiet_kettle/", title: "Quiet kettle?" };
const own = { url: "https://northwind.example/quiet", title: "How quiet is a Northwind?" };

const cited = ({ url, title }: { url: string; title: string }): GivenCitation => ({
  url,
  title,
  cited: true,
});

const sampleAnswers: Said[] = [
  {
    text: "1. **Northwind** is the quietest we know of, at 48 dB.\n2. **Kesselhaus** is louder but boils faster.",
    citations: [cited(own)],
  },
  {
    text: "Most people are happy with Kesselhaus. If noise matters, look at Northwind, which is excellent.",
    citations: [],
  },
  {
    text: "Kesselhaus is the usual recommendation; it holds its temperature well.",
    citations: [cited(forum)],
  },
  { text: "Northwind is a safe choice: it is quiet, sturdy and easy to clean.", citations: [cited(own)] },
];

/** One answer to every question; those from a different position `from` are of a different run. */
export function exampleAnswers(from: number): ExampleAnswer[] {
  const reader = compileReader(northwindBrands);
  return questions.map((prompt, at) => {
    const { text, citations } = sampleAnswers[(from + at) % sampleAnswers.length]!;
    return {
      id: `019bbf20-1a00-7000-8000-${String(at + 1).padStart(12, "0")}`,
      promptKey: promptKey(prompt),
      prompt,
      intent: "comparison",
      branded: false,
      provider: "chatgpt",
      surface: "api",
      model: "gpt-5.2",
      sample: 1,
      status: "ok",
      errorCode: null,
      answeredAt: answered,
      latencyMs: 4180 + at * 37,
      costUsd: 0.0124,
      searched: true,
      searches: [prompt.replace(/\?$/, "").toLowerCase()],
      reading: readAnswer(reader, { text, citations, prompt }),
      text,
      truncated: false,
      declined: false,
    };
  });
}
