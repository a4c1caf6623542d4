/** What a page shows of what commands print; of `json figures` the numbers count too. */
export interface Shown {
  kind: "json" | "json figures" | "text";
  text: string;
}

/** A fenced block of commands, and what the page says that it prints. */
export interface Commands {
  line: number;
  text: string;
  how: "run" | "by-hand" | "needs-blog";
  /** The block right behind it. */
  prints: Shown | null;
}

interface Fence {
  line: number;
  /** What stands behind the opening backticks. */
  info: string;
  text: string;
}

const ways = { sh: "run", "sh by-hand": "by-hand", "sh needs-blog": "needs-blog" } as const;

/** The commands of a page in their order. Throws where a block of commands does not say that it is one. */
export function commandsOf(markdown: string): Commands[] {
  const fences = fencesOf(markdown);
  return fences.flatMap((fence, at) => {
    const how = ways[fence.info as keyof typeof ways];
    if (!how) {
      if (/^\s*(curl|npm|npx|api|export) /m.test(fence.text))
        throw new Error(`line ${fence.line}: commands in a block that is not marked sh`);
      return [];
    }
    const next = fences[at + 1];
    return [{ line: fence.line, text: fence.text, how, prints: next ? shownIn(next) : null }];
  });
}

function shownIn({ info, text }: Fence): Commands["prints"] {
  return info === "json" || info === "json figures" || info === "text" ? { kind: info, text } : null;
}

function fencesOf(markdown: string): Fence[] {
  const fences: Fence[] = [];
  let open: Fence | null = null;
  for (const [at, line] of markdown.split("\n").entries()) {
    const mark = /^```(.*)$/.exec(line);
    if (open && mark) {
      fences.push(open);
      open = null;
    } else if (open) open.text += `${line}\n`;
    else if (mark) open = { line: at + 1, info: mark[1]!.trim(), text: "" };
  }
  return fences;
}
