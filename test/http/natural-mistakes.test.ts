import assert from "node:assert/strict";
import { test } from "node:test";
import { onAnyStore } from "../start-app.ts";
import { sendRaw } from "./raw.ts";

onAnyStore(
  () => ({}),
  (app) => {
    test("a natural mistake is answered with its cause and what to do, in the first sentence", async () => {
      const me = await app().member();
      const said = async (
        method: "GET" | "POST" | "PUT",
        url: string,
        body?: string,
        headers: Record<string, string> = {},
      ) => {
        const response = await app().app.door.inject({
          ...{ method, url },
          headers: {
            authorization: `Bearer ${me.key}`,
            ...(body === undefined ? {} : { "content-type": "application/json" }),
            ...headers,
          },
          ...(body === undefined ? {} : { payload: body }),
        });
        return (response.json() as { error: { message: string } }).error.message;
      };
      const make = (terms: object) =>
        said("POST", "/v1/projects", JSON.stringify({ name: "A", brand: "A", prompts: ["x"], ...terms }));
      const id = "0197a3c2-5b7e-7c41-9d1e-2f4a6b8c0d13";
      for (const [answer, expected] of [
        [
          said("GET", "/v1/projects", undefined, { authorization: "Bearer " }),
          /no token follows Bearer: a variable may be empty/,
        ],
        [
          said("GET", "/v1/projects", undefined, { authorization: "" }),
          /^Send an API key .*`Authorization: Bearer/,
        ],
        [
          said("GET", "/v1/projects", undefined, { authorization: `Bearer ${me.key.slice(0, -4)}` }),
          /may be cut off, revoked, or another server's/,
        ],
        [said("GET", "/v1/projects/"), /: did you mean \/v1\/projects\?/],
        [said("GET", "/projects"), /: did you mean \/v1\/projects\?/],
        [said("GET", "//v1/projects"), /: did you mean \/v1\/projects\?/],
        [said("GET", "/v1/Projects"), /: did you mean \/v1\/projects\?/],
        [
          said("GET", "/v1/projects", undefined, { authorization: "Bearer <KEY>" }),
          /a variable may not be filled in, or brackets stand around it/,
        ],
        [said("POST", "/v1/projects", "[]"), /valid JSON but not an object/],
        [said("GET", "/v1/projekts"), /did you mean \/v1\/projects\? \/openapi\.json lists all routes/],
        [said("GET", "/api/v1/Project/"), /did you mean \/v1\/projects\?/],
        [said("GET", `/v1/report/${id}`), /did you mean \/v1\/reports\/\{reportId\}\?/],
        [said("GET", `/v2/reports/${id}).`), /did you mean \/v1\/reports\/\{reportId\}\?/],
        [said("GET", "/health"), /did you mean \/healthz\?/],
        [said("GET", "/swagger.json"), /did you mean \/openapi\.json\?/],
        [said("POST", "/sse", "{}"), /did you mean \/mcp\?/],
        [said("POST", "/MCP", "{}"), /did you mean \/mcp\?/],
        [said("POST", "/v1/mcp", "{}"), /did you mean \/mcp\?/],
        [said("POST", "/mcp//", "{}"), /did you mean \/mcp\?/],
        [said("GET", "/v1/v1/projects"), /did you mean \/v1\/projects\?/],
        [said("GET", "/%761/projects"), /did you mean \/v1\/projects\?/],
        [said("GET", "/v1%2Freports%2Flatest"), /did you mean \/v1\/reports\/latest\?/],
        [said("GET", "/v1/%E0%A4%A"), /^This route does not exist\. \/openapi\.json/],
        [
          said("POST", "/mcp", "{}", { authorization: "" }),
          /^There is no token\. Connect by OAuth, or send the key/,
        ],
        [said("GET", "/v1/nothing-like-it"), /^This route does not exist\. \/openapi\.json/],
        [said("PUT", `/v1/projects/${id}`, "{}"), /^This route takes .*PATCH, not PUT\.$/],
        [
          said("GET", "/v1/analyze/project"),
          /^This route takes .*POST, not GET\. If you sent a POST, a redirect .* http:\/\/ to https:\/\//,
        ],
        [
          said("GET", "/v1/projects", undefined, { "overheard-organization": "Acme" }),
          /^The header Overheard-Organization names no organization .* it takes an id/,
        ],
        [said("GET", "/v1/keys"), /do it in the web app, or send a session's JWT, which `overheard token/],
        [said("POST", "/v1/projects", '{"name":"A",}'), /not valid JSON at character 13: .* comma/],
        [said("POST", "/v1/projects", '{"name":"A","name":"B"}'), /has a key twice/],
        [
          said("POST", "/v1/projects", "{}", { "content-type": "text/plain" }),
          /`Content-Type: application\/json`/,
        ],
        [
          said("POST", "/v1/analyze/project", `{"project_id":"${id}"}`),
          /^projectId: This is required\. You sent `project_id`\./,
        ],
        [said("POST", `/v1/projects/${id}/imports`, "{}"), /^The body must be a list\./],
        [make({ prompts: "best kettle?" }), /^prompts: Must be a list/],
        [make({ domain: "acme" }), /such as example\.com/],
        [make({ country: "UK" }), /such as GB/],
        [
          make({ country: "Germany" }),
          /^country: Must be an ISO 3166-1 country code of two capital letters, such as GB/,
        ],
        [make({ language: "x" }), /^language: Must be a BCP 47 language tag, such as en/],
        [make({ language: "english" }), /such as en/],
        [make({ domain: "me@acme.com" }), /not an email address/],
        [make({ timezone: "BST" }), /abbreviations mean other zones/],
        [make({ timezone: "pst" }), /abbreviations mean other zones/],
        [make({ timezone: "GMT+2" }), /Use a name such as Europe\/Berlin/],
        [make({ providers: ["gpt"] }), /Did you mean chatgpt/],
      ] as [Promise<string>, RegExp][])
        assert.match(await answer, expected);
      const sent = (body: string | Buffer, headers: Record<string, string> = {}) =>
        said("POST", "/v1/projects", body as string, headers);
      const raw = async (...pieces: (string | Buffer)[]) => {
        const { body } = await sendRaw(await app().address(), pieces, 1_000);
        return (JSON.parse(body) as { error: { message: string } }).error.message;
      };
      const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from("{}", "utf16le")]);
      for (const [answer, expected] of [
        [sent("{'name':'A'}"), /at character 2: write texts in double quotation marks\.$/],
        [sent("'{name:A}'"), /at character 1: it begins with a single quotation mark, which cmd on Windows/],
        [sent("{“name”:1}"), /at character 2: these are curly quotation marks/],
        [sent('{"a":1 // one\n}'), /: JSON has no comments\.$/],
        [sent('{"a":True}'), /: write true, false and null, in lower case\.$/],
        [sent('{"a":NaN}'), /: JSON has no such value: write null\.$/],
        [sent('{"a":.5}'), /digits on both sides of a point/],
        [sent('{"a":"b'), /this text has no end, or holds a line break/],
        [sent('{"a":"b\nc"}'), /write them as \\n, \\t/],
        [sent('{"a":"C:\\dir"}'), /a single backslash/],
        [sent('{"a":1'), /it ends too early: it may be cut off/],
        [sent('{"a":1 "b":2}'), /a comma is missing before it/],
        [sent('{"a":1]'), /a bracket of the other kind/],
        [sent('{"a":,}'), /a value is missing before this comma/],
        [sent("{name: 1}"), /write names in double quotation marks/],
        [sent("name: A\nbrand: B"), /looks like YAML/],
        [sent("name=A&brand=B"), /this is a form, not JSON/],
        [sent("<html>"), /this is HTML or XML/],
        [sent("$BODY"), /a variable may not be filled in/],
        [sent("{} {}"), /something follows the end of the JSON/],
        [sent(" "), /there is nothing in it/],
        [sent(JSON.stringify("{}")), /it was encoded twice/],
        [sent(Buffer.from([0x1f, 0x8b, 8])), /^The body is compressed/],
        [sent(utf16), /^The body is in UTF-16/],
        [sent(Buffer.from('{"a":"\xe9"}', "latin1")), /^The body is not in UTF-8/],
        [sent("{}", { "content-encoding": "gzip" }), /^Send the body as it is, without a content encoding/],
        [
          sent("{}", { "content-type": "application/json; charset=latin1" }),
          /^The body must be in UTF-8: send the header `Content-Type: application\/json` without/,
        ],
        [sent("{}", { "content-type": "" }), /^The body has no type/],
        [sent("a,b", { "content-type": "text/csv" }), /^CSV is not taken here: send JSON, with the header/],
        [sent("{}", { "content-encoding": " " }), /^name: This is required/],
        [sent("{}", { "content-type": "application/json, application/json" }), /^name: This is required/],
        [
          said("POST", `/v1/projects/${id}/imports`, '{"prompt": "a"}\n{prompt: 1}', {
            "content-type": "application/x-ndjson",
          }),
          /^Line 2 is not valid JSON at character 2: write names in double quotation marks/,
        ],
        [
          said("GET", "/v1/projects", undefined, { authorization: "Basic a2V5Og==" }),
          /With curl, write -H in place of -u/,
        ],
        [
          said("GET", "/v1/projects", undefined, { authorization: `Bearer Bearer ${me.key}` }),
          /the word Bearer stands twice/,
        ],
        [
          said("GET", "/v1/projects", undefined, { authorization: `Bearer: ${me.key}` }),
          /a space follows Bearer, no colon/,
        ],
        [
          said("GET", "/v1/projects", undefined, { authorization: "Bearer sk-proj-abc" }),
          /Keys of other services do not open this one/,
        ],
        [raw(Buffer.from([0x16, 0x03, 0x01, 0x02, 0x00, 0x01])), /it is TLS, and this port has none/],
        [raw("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"), /it is HTTP\/2, and this port speaks HTTP\/1\.1/],
        [
          raw("PROXY TCP4 192.0.2.1 192.0.2.2 56324 443\r\nGET / HTTP/1.1\r\n"),
          /it begins with the PROXY protocol/,
        ],
        [
          raw(
            Buffer.from(
              "\r\n\r\n\0\r\nQUIT\n\x21\x11\0\x0c\x7f\0\0\x01\x7f\0\0\x01\xdc\x04\x01\xbb",
              "latin1",
            ),
          ),
          /it begins with the PROXY protocol/,
        ],
        [raw("get / HTTP/1.1\r\nHost: a\r\n\r\n"), /a method that there is, in capitals/],
        [raw("GET /caf\u00e9 HTTP/1.1\r\nHost: a\r\n\r\n"), /its address must be in ASCII/],
        [raw("GET / HTTP/1.1\r\nHost : a\r\n\r\n"), /without a space before its colon/],
        [
          raw("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n"),
          /Content-Length must stand once/,
        ],
        [
          raw("POST /mcp HTTP/1.1\r\nHost: backend:8787\r\nContent-Length: 2\r\n\r\n{}").catch(String),
          /proxy_set_header Host \$host/,
        ],
      ] as [Promise<string>, RegExp][])
        assert.match(await answer, expected);
      for (const [projectId, expected] of [
        ["Northwind", /^CommandError: --project takes a project's id, such as .* not its name\./],
        [
          id,
          /^CommandError: This store has no project with the id that --project names\. .*GET \/v1\/projects/,
        ],
      ] as const)
        await assert.rejects(() => app().app.operator.importAnswers({ projectId, rows: [] }), expected);
    });
  },
);
