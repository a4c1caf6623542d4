import assert from "node:assert/strict";
import { test } from "node:test";
import { onAnyStore } from "../start-app.ts";

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
        [said("GET", "/v1/projects/"), /the same path does without the slash at its end/],
        [said("GET", "/projects"), /the same path does under \/v1/],
        [said("GET", "//v1/projects"), /the same path does with single slashes/],
        [said("GET", "/v1/Projects"), /the same path does in lower case/],
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
        [said("GET", "/v1/nothing-like-it"), /^This route does not exist\. \/openapi\.json/],
        [said("PUT", `/v1/projects/${id}`, "{}"), /^This route takes .*PATCH/],
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
        [make({ country: "Germany" }), /^country: Must be an ISO 3166-1 country code, such as GB/],
        [make({ language: "x" }), /^language: Must be a BCP 47 language tag, such as en/],
        [make({ language: "english" }), /such as en/],
        [make({ timezone: "GMT+2" }), /Use a name such as Europe\/Berlin/],
        [make({ providers: ["gpt"] }), /Did you mean chatgpt/],
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
