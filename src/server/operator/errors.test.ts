import assert from "node:assert/strict";
import { test } from "node:test";
import { FullDiskError } from "../db/embedded/disk-room.ts";
import { commandError } from "./errors.ts";

const coded = (code: string, fields: object = {}) => Object.assign(new Error("x"), { code, ...fields });

test("what a store is known to fail with is one line, whatever it met", () => {
  for (const [error, words] of [
    [
      coded("25006"),
      /^PostgreSQL could not do it \(25006\)\. It may only be read.* address of the primary\.$/,
    ],
    [coded("53100"), /Its disk is full: free some space there/],
    [coded("42501"), /does not let this user do what is needed/],
    [coded("57014"), /\(57014\)\. Try again/],
    [new Error("Connection terminated unexpectedly"), /ended the connection without a word/],
    [coded("ENOSPC", { syscall: "write" }), /^A disk of this machine has no room left/],
    [new FullDiskError("full"), /^A disk of this machine has no room left/],
    [coded("EADDRINUSE", { syscall: "listen", port: 1, address: "::" }), /^Port 1 is taken on ::/],
  ] as [Error, RegExp][])
    assert.match(commandError(error)?.message ?? "", words);
  assert.equal(commandError(coded("42703")), null);
  assert.equal(commandError(coded("EACCES", { syscall: "open" })), null);
});
