import assert from "node:assert/strict";
import test from "node:test";
import { isOutage } from "./outage.ts";

const failure = (message: string, code?: string) => Object.assign(new Error(message), code ? { code } : {});

for (const [what, error, expected] of [
  ["a refused connection", failure("connect ECONNREFUSED 127.0.0.1:5432", "ECONNREFUSED"), true],
  ["a server that shuts down", failure("terminating connection", "57P01"), true],
  ["a connection lost in the middle", failure("connection failure", "08006"), true],
  ["a statement that took too long", failure("canceling statement", "57014"), true],
  ["a connection that broke without a word", failure("Connection terminated unexpectedly"), true],
  ["a pool without a free connection", failure("timeout exceeded when trying to connect"), true],
  ["a transaction that collided to the end", failure("deadlock detected", "40P01"), true],
  ["a database that was dropped", failure("database does not exist", "3D000"), true],
  ["a server that may not be written to", failure("cannot execute INSERT", "25006"), true],
  ["a disk of the server without room", failure("could not extend file", "53100"), true],
  ["a server that is out of memory, or of room for locks", failure("out of shared memory", "53200"), true],
  ["a process that may open no more files", failure("connect EMFILE", "EMFILE"), true],
  ["a disk of ours without room", failure("no space left on device", "ENOSPC"), true],
  ["a value that is there already", failure("duplicate key", "23505"), false],
  ["a text that speaks of connections", failure("Connection terminated unexpectedly", "22P02"), false],
  ["a mistake of ours", new TypeError("x is not a function"), false],
  ["something that is no error", "ECONNREFUSED", false],
] as const)
  test(`${what} is ${expected ? "an" : "no"} outage`, () => assert.equal(isOutage(error), expected));
