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
  ["SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string", "", /DATABASE_URL has none/],
  ['role "me" does not exist', "28000", /no user of that name/],
  [
    'no pg_hba.conf entry for host "10.0.0.5", user "me", database "o", SSL encryption',
    "28000",
    /No line of its pg_hba\.conf/,
  ],
  [
    'pg_hba.conf rejects connection for host "10.0.0.5", user "me", database "o", SSL encryption',
    "28000",
    /A line of its pg_hba\.conf rejects this user/,
  ],
  [
    'pg_hba.conf rejects connection for host "10.0.0.5", user "me", database "o", no encryption',
    "28000",
    /over TLS only/,
  ],
  ["cannot execute CREATE TABLE in a read-only transaction", "25006", /use the address of the primary/],
  ["permission denied for database o", "42501", /grant connect/],
  ["Your project has exceeded the data transfer quota.", "XX000", /the provider's console/],
  ["The endpoint has been disabled.", "XX000", /the provider's console/],
  ["ssl3_get_record:wrong version number", "EPROTO", /TLS with it fails/],
  ["unsupported frontend protocol 1234.5679", "0A000", /does not speak as PostgreSQL does/],
  ["received invalid response: 48", "", /does not speak as PostgreSQL does/],
  ["Connection terminated unexpectedly", "", /ended the connection without a word/],
  ["error:0909006C:PEM routines:get_name:no start line", "ERR_OSSL_PEM_NO_START_LINE", /must be PEM/],
  ["EACCES: permission denied, open '/k.pem'", "EACCES", /may not read a certificate's or key's file/],
  ["could not extend file: No space left on device", "53100", /Its disk is full/],
  [
    'could not resize shared memory segment "/PostgreSQL.2088012784" to 50438144 bytes: No space left on device',
    "53100",
    /too little shared memory.*shm_size/,
  ],
  [
    "konnte Größe des Shared-Memory-Segments »/PostgreSQL.2088012784« nicht auf 50438144 Bytes ändern",
    "53100",
    /too little shared memory/,
  ],
  ['kein pg_hba.conf-Eintrag für Host "10.0.0.5", keine Verschlüsselung', "28000", /demands TLS/],
  ['database "o" is not currently accepting connections', "55000", /takes no connections/],
  ["connect EINVAL", "EINVAL", /cannot be connected to/],
  ["database does not allow connections: o", "08P01", /list of databases/],
  ["client_login_timeout (server down)", "08P01", /gets no connection to PostgreSQL/],
  ["server conn crashed?", "08P01", /gets no connection to PostgreSQL/],
  ["SASL authentication failed", "08P01", /refused user or password/],
  ["the database system is in recovery mode", "57P03", /starting, recovering or shutting down/],
  ["something that nobody has written down hunter2", "XX000", /Check DATABASE_URL and that the server runs/],
] as const)
  test(`what keeps PostgreSQL from being used is told by its cause: ${said}`, () => {
    const { message } = unreachable(url, Object.assign(new Error(said), { code }));
    assert.match(message, expected);
    assert.doesNotMatch(message, /hunter2/);
  });
