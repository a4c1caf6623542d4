import assert from "node:assert/strict";
import test from "node:test";
import { stores } from "../../../../test/stores.ts";
import { insertSomebodysProject } from "../../../../test/work.ts";
import { wholeOf } from "../../db/reach.ts";
import { findProject } from "../projects.ts";
import { listPrompts, replacePrompts } from "./prompts.ts";

for (const store of stores) {
  test(`${store.name}: saved prompts keep their order, and spellings of one are one`, {
    skip: store.skip,
  }, async (t) => {
    const { db } = await store.open(t);
    const project = await insertSomebodysProject(db);
    const given = ["Best CRM?", "cheap crm?", "best  crm?", "a crm?"].map((prompt) => ({
      prompt,
      intent: null,
    }));
    assert.equal(await replacePrompts(db, project.id, given), 3);
    const saved = await listPrompts(db, project.id);
    assert.deepEqual(
      saved.map(({ prompt }) => prompt),
      ["Best CRM?", "cheap crm?", "a crm?"],
    );
    assert.equal((await findProject(db, wholeOf(project.organizationId), project.id))?.promptCount, 3);
    assert.equal(await replacePrompts(db, project.id, []), 0);
    assert.deepEqual(await listPrompts(db, project.id), []);
  });

  test(`${store.name}: of two lists saved at once one is kept whole`, { skip: store.skip }, async (t) => {
    const { db } = await store.open(t);
    const project = await insertSomebodysProject(db);
    const list = (name: string) =>
      Array.from({ length: 50 }, (_, index) => ({ prompt: `${name} ${index}?`, intent: null }));
    await Promise.all(
      ["one", "two", "three"].map((name) =>
        db.transaction().execute((db) => replacePrompts(db, project.id, list(name))),
      ),
    );
    const saved = await listPrompts(db, project.id);
    assert.equal(saved.length, 50);
    assert.equal(new Set(saved.map(({ prompt }) => prompt.split(" ")[0])).size, 1);
  });
}
