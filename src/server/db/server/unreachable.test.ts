import assert from "node:assert/strict";
import { test } from "node:test";
import { unreachable } from "./unreachable.ts";

const url = "postgres://me:hunter2@db.example:6543/overheard";

for (const [said, code, expected] of [
  ["getaddrinfo EAI_AGAIN db.example", "EAI_AGAIN", /\(EAI_AGAIN\)\. .*DNS/],
  ["connect ENETUNREACH 2600:1f18::1:5432", "ENETUNREACH", /no way there.*IPv6/],
  ["connect EHOSTUNREACH 10.0.0.1:5432", "EHOSTUNREACH", /no way there/],
  ["read ECONNRESET", "ECONNRESET", /ended the connection.*TLS/],
  ["certificate is not yet valid", "CERT_NOT_YET_VALID", /not valid yet.*clock/],
  ["no more connections allowed (max_client_conn)", "08P01", /\(53300\).*no connection to spare/],
  [
    "MaxClientsInSessionMode: max clients reached - in Session mode max clients",
    "XX000",
    /no connection to spare/,
  ],
  ["Tenant or user not found", "XX000", /cannot tell which database is meant: copy the whole address/],
  ["Endpoint ID is not specified. Either please upgrade", "08P01", /copy the whole address/],
  [
    "server login has been failing, cached error: connect failed",
    "08P01",
    /gets no connection to PostgreSQL/,
  ],
  ["server login failed: wrong password type", "08P01", /another kind \(SCRAM and MD5\)/],
  ["no schema has been selected to create in", "3F000", /correct search_path/],
  ["query_wait_timeout", "08P01", /gets no connection to PostgreSQL/],
  [
    "SSL connection is required. Please specify SSL options",
    "28000",
    /over TLS only: add \?sslmode=verify-full/,
  ],
  ["something that nobody has written down hunter2", "XX000", /Check DATABASE_URL and that the server runs/],
] as const)
  test(`what keeps PostgreSQL from being used is told by its cause: ${said}`, () => {
    const { message } = unreachable(url, Object.assign(new Error(said), { code }));
    assert.match(message, expected);
    assert.doesNotMatch(message, /hunter2/);
  });
