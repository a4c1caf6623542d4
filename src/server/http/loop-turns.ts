/** How long requests may begin before everybody else has the thread. */
const sliceMs = 4;

/** Begins this when it is the network's turn, maybe at once. */
export type LoopTurns = (network: string, begin: () => void) => void;

/**
 * Requests that arrive together begin in turns by the network that they come from, a few milliseconds of them at a time, so
 * that one of somebody else waits for few of them instead of all.
 */
export function createLoopTurns(): LoopTurns {
  /** The network that waits the longest since its last turn is first. */
  const lines = new Map<string, (() => void)[]>();
  let sliceEnds = 0;
  let isSlice = false;

  function endSlice(): void {
    sliceEnds = performance.now() + sliceMs;
    for (const [network, line] of lines) {
      const begin = line.shift()!;
      lines.delete(network);
      if (line.length > 0) lines.set(network, line);
      begin();
      if (performance.now() >= sliceEnds) break;
    }
    isSlice = lines.size > 0;
    if (isSlice) setImmediate(endSlice);
  }

  return (network, begin) => {
    if (!isSlice) {
      sliceEnds = performance.now() + sliceMs;
      isSlice = true;
      setImmediate(endSlice);
    }
    const line = lines.get(network);
    if (!line && performance.now() < sliceEnds) return begin();
    if (line) line.push(begin);
    else lines.set(network, [begin]);
  };
}
