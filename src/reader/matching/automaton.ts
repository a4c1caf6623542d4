/**
 * An Aho-Corasick automaton over folded units: finds any number of names in one pass. States near the root, where text
 * spends most of its time, have full rows; deeper states store only their edges.
 */
export interface Automaton {
  /** The class of each UTF-16 unit that occurs in patterns; 0 for all others. */
  classOf: Uint16Array;
  classes: number;
  /** States below this number have a row in `rows`, read at `rows[state * classes + class]`. */
  full: number;
  rows: Int32Array;
  /** The edges of state s are at `edgeStart[s]` to `edgeStart[s + 1]`, in the order of their classes. */
  edgeStart: Int32Array;
  edgeClass: Uint16Array;
  edgeTarget: Int32Array;
  /** The state of the longest proper suffix. */
  fail: Int32Array;
  /** The longest patterns that end in a state, as an index into `outputs`; -1 for none. */
  output: Int32Array;
  outputs: readonly Output[];
  /** The length of each pattern, and of the longest. */
  lengths: Int32Array;
  longest: number;
}

/**
 * Patterns of one spelling, and the next shorter spelling that ends at the same place: names within names share their
 * ends.
 */
export interface Output {
  patterns: readonly number[];
  /** Index into `outputs`; -1 for none. */
  shorter: number;
}

// 4 MB of rows: enough for every state of 50 brands, and for the upper levels of thousands.
const rowBudget = 1 << 20;

interface Node {
  edges: Map<number, number>;
  patterns: number[];
}

/** Builds the automaton of patterns, each a sequence of folded units. Empty patterns never match. */
export function buildAutomaton(patterns: readonly (readonly number[])[]): Automaton {
  const { classOf, classes } = classesOf(patterns);
  const trie = trieOf(patterns, classOf);
  const order = breadthFirst(trie);
  const number = new Int32Array(trie.length);
  order.forEach((node, state) => {
    number[node] = state;
  });
  const states = order.length;
  const full = Math.min(states, Math.max(1, Math.floor(rowBudget / classes)));
  const automaton: Automaton = {
    classOf,
    classes,
    full,
    rows: new Int32Array(full * classes),
    edgeStart: new Int32Array(states + 1),
    edgeClass: new Uint16Array(states),
    edgeTarget: new Int32Array(states),
    fail: new Int32Array(states),
    output: new Int32Array(states).fill(-1),
    outputs: [],
    lengths: Int32Array.from(patterns, (pattern) => pattern.length),
    longest: patterns.reduce((most, pattern) => Math.max(most, pattern.length), 0),
  };
  const outputs: Output[] = [];
  let edge = 0;
  order.forEach((node, state) => {
    automaton.edgeStart[state] = edge;
    const edges = [...(trie[node] as Node).edges].sort(([a], [b]) => a - b);
    for (const [unit, target] of edges) {
      automaton.edgeClass[edge] = unit;
      automaton.edgeTarget[edge++] = number[target] as number;
    }
  });
  automaton.edgeStart[states] = edge;
  for (let state = 0; state < states; state++) link(automaton, state);
  order.forEach((node, state) => {
    const { patterns } = trie[node] as Node;
    const shorter = state === 0 ? -1 : (automaton.output[automaton.fail[state] as number] as number);
    automaton.output[state] = patterns.length === 0 ? shorter : outputs.push({ patterns, shorter }) - 1;
  });
  automaton.outputs = outputs;
  return automaton;
}

/** The state after one more unit of the given class. Amortised constant time. */
export function step(automaton: Automaton, from: number, unit: number): number {
  let state = from;
  while (state >= automaton.full) {
    const target = edgeFor(automaton, state, unit);
    if (target !== -1) return target;
    state = automaton.fail[state] as number;
  }
  return automaton.rows[state * automaton.classes + unit] as number;
}

// Fills the row of a state and the fail links of its children. Parents come before children.
function link(automaton: Automaton, state: number): void {
  const { classes, rows, fail, full } = automaton;
  const fallback = fail[state] as number;
  if (state < full && state > 0)
    rows.copyWithin(state * classes, fallback * classes, (fallback + 1) * classes);
  for (
    let edge = automaton.edgeStart[state] as number;
    edge < (automaton.edgeStart[state + 1] as number);
    edge++
  ) {
    const unit = automaton.edgeClass[edge] as number;
    const child = automaton.edgeTarget[edge] as number;
    fail[child] = state === 0 ? 0 : step(automaton, fallback, unit);
    if (state < full) rows[state * classes + unit] = child;
  }
}

function edgeFor(automaton: Automaton, state: number, unit: number): number {
  const end = automaton.edgeStart[state + 1] as number;
  let low = automaton.edgeStart[state] as number;
  let high = end;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((automaton.edgeClass[middle] as number) < unit) low = middle + 1;
    else high = middle;
  }
  return low < end && automaton.edgeClass[low] === unit ? (automaton.edgeTarget[low] as number) : -1;
}

function classesOf(patterns: readonly (readonly number[])[]): { classOf: Uint16Array; classes: number } {
  const classOf = new Uint16Array(0x10000);
  let classes = 1;
  for (const pattern of patterns)
    for (const unit of pattern) if (classOf[unit] === 0) classOf[unit] = classes++;
  return { classOf, classes };
}

function trieOf(patterns: readonly (readonly number[])[], classOf: Uint16Array): Node[] {
  const trie: Node[] = [{ edges: new Map(), patterns: [] }];
  patterns.forEach((pattern, index) => {
    if (pattern.length === 0) return;
    let at = 0;
    for (const unit of pattern) {
      const edges = (trie[at] as Node).edges;
      const edge = classOf[unit] as number;
      let next = edges.get(edge);
      if (next === undefined) {
        next = trie.length;
        trie.push({ edges: new Map(), patterns: [] });
        edges.set(edge, next);
      }
      at = next;
    }
    (trie[at] as Node).patterns.push(index);
  });
  return trie;
}

function breadthFirst(trie: readonly Node[]): number[] {
  const order = [0];
  for (let at = 0; at < order.length; at++) order.push(...(trie[order[at] as number] as Node).edges.values());
  return order;
}
