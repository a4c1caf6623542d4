import assert from "node:assert/strict";
import { test } from "node:test";
import { renamedCompetitors } from "./renamed-competitors.ts";

const competitor = (name: string, { aliases = [] as string[], domain = null as string | null } = {}) => ({
  ...{ name, aliases, domain, slug: name.toLowerCase() },
});

test("a competitor that is spelled otherwise, or has got another name, is the one it was; one in its place is another", () => {
  const bolt = competitor("bolt", { domain: "bolt.example" });
  const cases: [ReturnType<typeof competitor>[], [string, string][]][] = [
    [[competitor("Bolt")], [["bolt", "Bolt"]]],
    [[competitor("Bolt Home", { aliases: ["BOLT"] })], [["bolt", "Bolt Home"]]],
    [[competitor("Boltify", { domain: "bolt.example" })], [["bolt", "Boltify"]]],
    [[competitor("Cube")], []],
    [[bolt, competitor("Boltify", { domain: "bolt.example" })], []],
  ];
  for (const [after, renamed] of cases) assert.deepEqual([...renamedCompetitors([bolt], after)], renamed);
  assert.deepEqual([...renamedCompetitors([competitor("a"), competitor("b")], [competitor("c")])], []);
});
