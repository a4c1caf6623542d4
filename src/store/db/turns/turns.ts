/** Whose turn it is, where owners share what only some can have at once. */
export interface Turns {
  /** Calls `go` when it is this owner's turn, maybe at once; returns how to leave the line, and says whether it was in it. */
  take(owner: string, go: () => void): () => boolean;
  /** Ends what a turn of this owner was for. */
  end(owner: string): void;
  /** How many of this owner wait. */
  waiting(owner: string): number;
}

/**
 * So many places in all, and at most so many of them for one owner. Those of one owner wait in the order in which they came;
 * owners go round, so that whoever has many waiting keeps the others from nothing but every second turn.
 */
export function createTurns(places: number, each: (owner: string) => number): Turns {
  /** The owner who waits the longest since its last turn is first. */
  const lines = new Map<string, (() => void)[]>();
  const taken = new Map<string, number>();
  let free = places;

  const takenBy = (owner: string): number => taken.get(owner) ?? 0;

  function pass(): void {
    while (free > 0) {
      const owner = lines.keys().find((owner) => takenBy(owner) < each(owner));
      if (owner === undefined) return;
      const line = lines.get(owner)!;
      const go = line.shift()!;
      lines.delete(owner);
      if (line.length > 0) lines.set(owner, line);
      free -= 1;
      taken.set(owner, takenBy(owner) + 1);
      go();
    }
  }

  return {
    take(owner, go) {
      const line = lines.get(owner) ?? [];
      lines.set(owner, line);
      line.push(go);
      pass();
      return () => {
        const place = line.indexOf(go);
        if (place < 0) return false;
        line.splice(place, 1);
        if (line.length === 0) lines.delete(owner);
        return true;
      };
    },
    end(owner) {
      free += 1;
      const left = takenBy(owner) - 1;
      if (left === 0) taken.delete(owner);
      else taken.set(owner, left);
      pass();
    },
    waiting: (owner) => lines.get(owner)?.length ?? 0,
  };
}
