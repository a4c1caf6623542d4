import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { promptKey } from "../../src/reader/prompt.ts";
import { providers } from "../../src/reader/provider.ts";
import type { SummaryView } from "../../src/server/reports/report-view.ts";
import { doors, issuesOf, mcp, warningsOf } from "../doors.ts";
import { always, hanging } from "../fake-engines.ts";
import { onAnyStore, type Project } from "../start-app.ts";

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const minimal = { name: "Acme", brand: "Acme" };

interface Prompts {
  project_id: string;
  prompt_count: number;
  prompts: { prompt_key: string; prompt: string; intent: string | null }[];
}

onAnyStore(
  () => ({ engines: { chatgpt: always("Acme."), claude: always("Acme.") } }),
  (app) => {
    test("contract/projects: GET /projects is an array of projects with UUIDs, newest first, also when it is empty", async () => {
      const me = await app().member();
      const empty = await me.call<Project[]>("GET", "/v1/projects");
      assert.deepEqual([empty.status, empty.data], [200, []]);
      const made = [await me.project({ name: "one" }), await me.project({ name: "two" })];
      const { data, meta } = await me.call<Project[]>("GET", "/v1/projects");
      assert.deepEqual(data, made.reverse());
      for (const { id } of data) assert.match(id, uuid);
      assert.deepEqual(meta.pagination, { limit: 500, next_cursor: null, has_more: false });
    });

    test("contract/projects: GET /projects has no parameters: one that is sent is reported", async () => {
      const me = await app().member();
      assert.deepEqual(warningsOf(await me.call("GET", "/v1/projects?page=1")), ["UNKNOWN_PARAMETER /page"]);
    });

    for (const path of ["/v1/projects", "/v1/client-workspaces"])
      test(`GET ${path} comes in pages where it is asked to, all of it and nothing twice`, async () => {
        const me = await app().member();
        for (const name of ["one", "two", "three"])
          await me.call(
            "POST",
            path,
            path === "/v1/projects" ? { name, brand: name } : { name, kind: "client" },
          );
        const whole = await me.call<Project[]>("GET", path);
        const first = await me.call<Project[]>("GET", `${path}?limit=2`);
        const { next_cursor: cursor, has_more: more } = first.meta.pagination!;
        assert.deepEqual([first.data.length, more], [2, true]);
        const second = await me.call<Project[]>("GET", `${path}?limit=2&cursor=${cursor}`);
        assert.deepEqual([...first.data, ...second.data], whole.data);
        assert.deepEqual(second.meta.pagination, { limit: 2, next_cursor: null, has_more: false });

        const other = await app().member();
        assert.deepEqual(issuesOf(await other.call("GET", `${path}?cursor=${cursor}`)), [
          "query /cursor bad_cursor",
        ]);
        assert.deepEqual(issuesOf(await me.call("GET", `${path}?limit=501`)).length, 1);
      });

    test("a new project needs a name and a brand; everything else has a usual value", async () => {
      const me = await app().member();
      assert.deepEqual(issuesOf(await me.call("POST", "/v1/projects", {})), [
        "body /name required",
        "body /brand required",
      ]);
      const { status, headers, data } = await me.call<Project>("POST", "/v1/projects", minimal);
      assert.equal(status, 201);
      assert.equal(headers.location, `/v1/projects/${data.id}`);
      const { id: _, created_at, updated_at, ...rest } = data;
      assert.equal(created_at, updated_at);
      assert.match(created_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
      assert.deepEqual(rest, {
        ...minimal,
        ...{ brand_aliases: [], about: null, domain: null, website_url: null, competitors: [] },
        ...{
          providers: ["chatgpt", "claude"],
          samples: 1,
          until: null,
          monthly_spend_usd: null,
          schedule: "off",
          next_run_at: null,
          prompt_count: 0,
        },
        ...{
          country: "US",
          language: "en",
          timezone: "UTC",
          workspace_id: null,
          latest_report_id: null,
          latest_crawl_record_id: null,
        },
        cms: { connected: false, provider: null },
      });
      assert.deepEqual((await me.call("GET", headers.location!)).data, data);
    });

    test("a project keeps what it was given, names normalised, rivals with slugs of their own", async () => {
      const me = await app().member();
      const project = await me.project({
        name: "  Nestle\u0301 ",
        brand: "北京",
        brandAliases: ["👩‍👩‍👧 brand", "C++"],
        domain: "https://WWW.Acme.example/about",
        websiteUrl: "https://acme.example/start?x=1",
        about: "headphones",
        competitors: [
          { name: "A(B", aliases: ["$"], domain: "Rival.EXAMPLE" },
          { name: "a b" },
          { name: ".NET" },
          { name: "日本" },
          { name: "A(B" },
        ],
        providers: ["claude"],
        samples: 10,
        schedule: "weekly",
        country: "DE",
        language: "de-CH",
        timezone: "pacific/kiritimati",
        prompts: ["q?"],
      });
      assert.deepEqual([project.name, project.brand, project.domain], ["Nestlé", "北京", "www.acme.example"]);
      assert.deepEqual(
        project.competitors.map(({ name }) => name),
        ["A(B", "a b", ".NET", "日本"],
      );
      assert.equal(new Set(project.competitors.map(({ slug }) => slug)).size, 4);
      for (const { slug } of project.competitors) assert.match(slug, /^[a-z0-9-]+$/);
      assert.equal(project.competitors[0]!.domain, "rival.example");
      assert.deepEqual(
        [project.providers, project.samples, project.prompt_count, project.timezone],
        [["claude"], 10, 1, "Pacific/Kiritimati"],
      );
    });

    for (const [field, value, issue] of [
      ["name", "", "/name too_short"],
      ["name", "x".repeat(121), "/name too_long"],
      ["name", "a\u0000b", "/name control_character"],
      ["name", "a\u001bb", "/name control_character"],
      ["name", "a\ud800b", "/name lone_surrogate"],
      ["brand", "\u200b\u2060", "/brand blank"],
      ["brand", null, "/brand wrong_type"],
      ["brandAliases", ["ok", " "], "/brandAliases/1 too_short"],
      ["brandAliases", ["\u00ad"], "/brandAliases/0 blank"],
      ["brandAliases", "Acme", "/brandAliases wrong_type"],
      ["domain", "no domain", "/domain bad_format"],
      ["domain", "localhost", "/domain bad_format"],
      ["domain", "user@acme.example", "/domain bad_format"],
      ["websiteUrl", "ftp://acme.example/", "/websiteUrl bad_format"],
      ["websiteUrl", "javascript:alert(1)", "/websiteUrl bad_format"],
      ["websiteUrl", "https://me:pw@acme.example/", "/websiteUrl bad_format"],
      ["competitors", [{}], "/competitors/0 not_allowed"],
      ["competitors", [7], "/competitors/0 not_allowed"],
      ["competitors", [{ name: 7 }], "/competitors/0/name wrong_type"],
      ["competitors", ["\u200b"], "/competitors/0 blank"],
      ["competitors", [{ name: "Bolt", domain: "x" }], "/competitors/0/domain bad_format"],
      ["competitors", Array.from({ length: 21 }, (_, at) => ({ name: `R${at}` })), "/competitors too_many"],
      ["prompts", [], "/prompts too_few"],
      ["prompts", Array.from({ length: 501 }, (_, at) => `q${at}?`), "/prompts too_many"],
      ["prompts", [{ words: "q?" }], "/prompts/0 not_allowed"],
      ["providers", [], "/providers too_few"],
      ["providers", ["bard"], "/providers/0 not_allowed"],
      ["providers", ["chatgpt", "grok"], "/providers/1 provider_not_configured"],
      ["samples", 0, "/samples too_small"],
      ["samples", 11, "/samples too_large"],
      ["samples", 1.5, "/samples wrong_type"],
      ["samples", "2", "/samples wrong_type"],
      ["schedule", "hourly", "/schedule not_allowed"],
      ["country", "de", "/country bad_format"],
      ["country", "XX", "/country bad_format"],
      ["language", "german!", "/language bad_format"],
      ["timezone", "Mars/Phobos", "/timezone bad_format"],
      ["timezone", "+02:00", "/timezone bad_format"],
      ["timezone", "GMT+2", "/timezone bad_format"],
      ["workspaceId", "w1", "/workspaceId bad_format"],
    ] as const) {
      test(`a project with ${field} ${JSON.stringify(value).slice(0, 40)} is refused: ${issue}`, async () => {
        const me = await app().member();
        const answer = await me.call("POST", "/v1/projects", { ...minimal, [field]: value });
        assert.deepEqual(issuesOf(answer), [`body ${issue}`]);
        assert.deepEqual((await me.call("GET", "/v1/projects")).data, []);
      });
    }

    test("an engine that is not configured is refused by name", async () => {
      const me = await app().member();
      const { error } = await me.call("POST", "/v1/projects", { ...minimal, providers: ["grok"] });
      assert.match(JSON.stringify(error.details), /grok is not configured/);
    });

    test("PATCH changes what it names, null clears, and the rest stays", async () => {
      const me = await app().member();
      const before = await me.project({
        about: "a CRM",
        websiteUrl: "https://acme.example/",
        brandAliases: ["Acmee"],
        samples: 3,
        providers: ["claude"],
      });
      const patch = async (body: unknown) =>
        (await me.call<Project>("PATCH", `/v1/projects/${before.id}`, body)).data;
      const { updated_at: _, ...same } = await patch({});
      assert.deepEqual({ ...same, updated_at: before.updated_at }, before);
      assert.equal((await patch({ name: "Renamed" })).name, "Renamed");
      const cleared = await patch({
        ...{
          about: null,
          websiteUrl: null,
          domain: null,
          brandAliases: null,
          competitors: null,
          prompts: null,
          providers: null,
        },
        ...{
          samples: null,
          schedule: null,
          country: null,
          language: null,
          timezone: null,
          workspaceId: null,
        },
      });
      const {
        about,
        website_url,
        domain,
        brand_aliases,
        competitors,
        prompt_count,
        providers,
        samples,
        name,
        brand,
      } = cleared;
      assert.deepEqual(
        {
          about,
          website_url,
          domain,
          brand_aliases,
          competitors,
          prompt_count,
          providers,
          samples,
          name,
          brand,
        },
        {
          about: null,
          website_url: null,
          domain: null,
          brand_aliases: [],
          competitors: [],
          prompt_count: 0,
          providers: ["chatgpt", "claude"],
          samples: 1,
          name: "Renamed",
          brand: "Acme",
        },
      );
    });

    test("PATCH refuses null for name and brand, and what POST would refuse", async () => {
      const me = await app().member();
      const { id } = await me.project();
      const patch = async (body: unknown) => issuesOf(await me.call("PATCH", `/v1/projects/${id}`, body));
      assert.deepEqual(await patch({ name: null, brand: null }), [
        "body /name wrong_type",
        "body /brand wrong_type",
      ]);
      assert.deepEqual(await patch({ providers: ["grok"] }), ["body /providers/0 provider_not_configured"]);
      assert.deepEqual(await patch({ samples: 11 }), ["body /samples too_large"]);
      assert.deepEqual(await patch({ brand: "\u200b" }), ["body /brand blank"]);
    });

    test("PATCH that makes a rival the brand drops it from the rivals with a warning", async () => {
      const me = await app().member();
      const { id } = await me.project();
      const answer = await me.call<Project>("PATCH", `/v1/projects/${id}`, { brand: "BOLT" });
      assert.deepEqual(
        answer.data.competitors.map(({ name }) => name),
        ["Cube"],
      );
      assert.deepEqual(warningsOf(answer), ["COMPETITOR_IS_BRAND /competitors/0"]);
    });

    for (const [what, brand, issues] of [
      ["120 characters of two units each", "𝒳".repeat(120), []],
      ["121 of them", "𝒳".repeat(121), ["body /brand too_long"]],
      ["120 characters of three bytes each", "京".repeat(120), []],
      ["right to left", "شركة أكمي", []],
      ["a family of one sign", "👩‍👩‍👧", []],
      ["a letter that changes its length with its case", "İİ", []],
      ["a regular expression", "(a+)+$|[", []],
      ["what nobody sees", "\u200b\u200d\u2060", ["body /brand blank"]],
    ] as const) {
      test(`contract/requests: a brand of ${what} is ${issues.length === 0 ? "kept as it is" : "refused"}`, async () => {
        const me = await app().member();
        const answer = await me.call<Project>("POST", "/v1/projects", { name: "Any", brand });
        if (issues.length === 0) assert.equal(answer.data.brand, brand.normalize("NFC"));
        else assert.deepEqual(issuesOf(answer), issues);
      });
    }

    test("a name that the brand and a rival both have counts for one of them, with a warning at every way in", async () => {
      const me = await app().member();
      const created = await me.call<Project>("POST", "/v1/projects", {
        name: "Acme",
        brand: "Acme",
        brandAliases: ["Acmeter", "Bolt"],
        competitors: [{ name: "acme" }, { name: "Bolt", aliases: ["ACMETER"] }, { name: "Cube" }],
        prompts: ["best crm?"],
      });
      assert.deepEqual(warningsOf(created), [
        "COMPETITOR_IS_BRAND /competitors/0",
        "SHARED_NAME /brandAliases/1",
        "SHARED_NAME /competitors/1/aliases/0",
      ]);
      assert.deepEqual(created.data.brand_aliases, ["Acmeter", "Bolt"], "what was given is kept");
      const path = `/v1/projects/${created.data.id}`;
      assert.deepEqual(warningsOf(await me.call("PATCH", path, { samples: 2 })), []);
      assert.deepEqual(warningsOf(await me.call("PATCH", path, { brandAliases: ["Cube"] })), [
        "SHARED_NAME /brandAliases/0",
      ]);
      const ask = { projectId: created.data.id, brand: "Acme", prompts: ["best crm?"] };
      const custom = await me.call("POST", "/v1/analyze/custom", ask);
      assert.deepEqual(
        warningsOf(custom).filter((warning) => warning.startsWith("SHARED")),
        ["SHARED_NAME"],
      );
    });

    test("what is dropped because it was there already is told, at every way in", async () => {
      const me = await app().member();
      const twice = {
        brandAliases: ["Acmeter", "ACMETER", "acme", "Ac"],
        competitors: ["Bolt", { name: "Cube", aliases: ["Qube", "cube"] }, { name: "bolt" }],
        prompts: ["best crm?", { prompt: "Best CRM?" }],
      };
      const told = [
        "DUPLICATE_ALIAS /brandAliases/1",
        "DUPLICATE_ALIAS /brandAliases/2",
        "DUPLICATE_ALIAS /competitors/1/aliases/1",
        "DUPLICATE_COMPETITOR /competitors/2",
        "DUPLICATE_PROMPTS /prompts",
      ];
      const created = await me.call<Project>("POST", "/v1/projects", {
        name: "Acme",
        brand: "Acme",
        ...twice,
      });
      assert.deepEqual(warningsOf(created).sort(), told);
      const changed = await me.call<Project>("PATCH", `/v1/projects/${created.data.id}`, twice);
      assert.deepEqual(warningsOf(changed).sort(), told);
      for (const { data } of [created, changed]) {
        assert.deepEqual(data.brand_aliases, ["Acmeter", "Ac"]);
        assert.deepEqual(
          data.competitors.map(({ name, aliases }) => [name, aliases]),
          [
            ["Bolt", []],
            ["Cube", ["Qube"]],
          ],
        );
        assert.equal(data.prompt_count, 1);
      }
      const token = await me.connector();
      const { data, meta } = await mcp.call<Project>(app().app.door, token, "create_project", {
        name: "Acme",
        brand: "Acme",
        ...twice,
      });
      assert.equal(data.prompt_count, 1);
      assert.deepEqual(meta.warnings?.map(({ code, path }) => `${code} ${path}`).sort(), told);
    });

    for (const door of doors) {
      test(`${door.name}: null is what was never set, on create as on change`, async () => {
        const me = await app().member();
        const token = await door.token(me);
        const clearable = [
          ...["brandAliases", "domain", "websiteUrl", "about", "competitors", "prompts", "providers"],
          ...["samples", "schedule", "country", "language", "timezone", "workspaceId"],
        ];
        const nothing = Object.fromEntries(clearable.map((field) => [field, null]));
        const call = (action: string, input: Record<string, unknown>) =>
          door.call<Project>(app().app.door, token, action, input);
        const cleared = await call("create_project", { name: "Acme", brand: "Acme", ...nothing });
        assert.equal(cleared.status, 201, cleared.text);
        const absent = await call("create_project", { name: "Acme", brand: "Acme" });
        const shown = ({ id: _, created_at: __, updated_at: ___, ...rest }: Project) => rest;
        assert.deepEqual(shown(cleared.data), shown(absent.data));
        const changed = await call("update_project", { projectId: absent.data.id, ...nothing });
        assert.deepEqual(shown(changed.data), shown(absent.data));
      });

      test(`${door.name}: a schedule of a project that has nothing to ask is taken with a warning`, async () => {
        const me = await app().member();
        const token = await door.token(me);
        const call = (action: string, input: Record<string, unknown>) =>
          door.call<Project>(app().app.door, token, action, input);
        const told = ["SCHEDULE_WITHOUT_PROMPTS /schedule"];
        const created = await call("create_project", { name: "A", brand: "Acme", schedule: "daily" });
        assert.deepEqual([created.data.schedule, warningsOf(created)], ["daily", told]);
        const projectId = created.data.id;
        assert.deepEqual(warningsOf(await call("update_project", { projectId, samples: 2 })), []);
        assert.deepEqual(warningsOf(await call("update_project", { projectId, schedule: "weekly" })), told);
        const asked = await call("update_project", { projectId, prompts: ["best crm?"] });
        assert.deepEqual(warningsOf(asked), []);
        assert.deepEqual(warningsOf(await call("update_project", { projectId, prompts: null })), told);
        assert.deepEqual(warningsOf(await call("update_project", { projectId, schedule: "off" })), []);
      });
    }

    test("PATCH of a wrong type says what is expected, once", async () => {
      const me = await app().member();
      const { id } = await me.project();
      const answer = await me.call("PATCH", `/v1/projects/${id}`, {
        schedule: 5,
        providers: [5],
        samples: "2",
      });
      assert.deepEqual(issuesOf(answer), [
        "body /providers/0 wrong_type",
        "body /samples wrong_type",
        "body /schedule wrong_type",
      ]);
    });

    test("PUT prompts replaces the list; spellings of one prompt are one, the first", async () => {
      const me = await app().member();
      const { id } = await me.project();
      const path = `/v1/projects/${id}/prompts`;
      const answer = await me.call<Prompts>("PUT", path, {
        prompts: [
          "  Best  CRM? ",
          { prompt: "best crm?", intent: "comparison" },
          { prompt: "other?", intent: "problem", tags: [] },
        ],
      });
      assert.deepEqual(warningsOf(answer), ["DUPLICATE_PROMPTS /prompts"]);
      assert.deepEqual(answer.data, {
        project_id: id,
        prompt_count: 2,
        prompts: [
          { prompt_key: promptKey("best crm?"), prompt: "Best  CRM?", intent: null, tags: [] },
          { prompt_key: promptKey("other?"), prompt: "other?", intent: "problem", tags: [] },
        ],
      });
      assert.deepEqual((await me.call("GET", path)).data, answer.data);
      assert.equal((await me.call<Project>("GET", `/v1/projects/${id}`)).data.prompt_count, 2);
      assert.deepEqual(issuesOf(await me.call("PUT", path, {})), ["body /prompts required"]);
      assert.deepEqual(issuesOf(await me.call("PUT", path, { prompts: [] })), ["body /prompts too_few"]);
      assert.deepEqual((await me.call("GET", path)).data, answer.data, "what was refused changed nothing");
    });

    test("a project's id in the path is a UUID, or 400; in any case the same project", async () => {
      const me = await app().member();
      const { id } = await me.project();
      for (const suffix of ["", "/prompts"]) {
        assert.equal((await me.call("GET", `/v1/projects/${id.toUpperCase()}${suffix}`)).status, 200);
        assert.deepEqual(issuesOf(await me.call("GET", `/v1/projects/acme${suffix}`)), [
          "path /projectId bad_format",
        ]);
        assert.deepEqual(issuesOf(await me.call("GET", `/v1/projects/%zz${suffix}`)), [
          "path /projectId bad_percent",
        ]);
        assert.equal(
          (await me.call("GET", `/v1/projects/${randomUUID()}${suffix}`)).error.code,
          "PROJECT_NOT_FOUND",
        );
      }
      const other = await me.project();
      const patched = await me.call<Project>("PATCH", `/v1/projects/${id}`, {
        projectId: other.id,
        name: "mine",
      });
      assert.equal(patched.data.id, id, "the path says which");
      assert.deepEqual(warningsOf(patched), ["UNKNOWN_PARAMETER /projectId"]);
    });

    test("DELETE removes a project with everything in it, a running analysis included", async () => {
      const me = await app().member();
      const { id: projectId } = await me.project();
      const { data: done } = await me.call<SummaryView>("POST", "/v1/analyze/project", { projectId });
      const stuck = hanging();
      app().engines.say({ chatgpt: stuck, claude: stuck });
      const { data: running } = await me.call<SummaryView>(
        "POST",
        "/v1/analyze/project",
        { projectId },
        { headers: { prefer: "wait=0" } },
      );
      const { status, data } = await me.call("DELETE", `/v1/projects/${projectId}`);
      assert.deepEqual([status, data], [200, { id: projectId, deleted: true }]);
      stuck.release("Acme.");
      await app().settle();
      for (const path of [`/v1/projects/${projectId}`, `/v1/reports/${done.id}`, `/v1/reports/${running.id}`])
        assert.equal((await me.call("GET", path)).status, 404, path);
      assert.equal((await me.call("DELETE", `/v1/projects/${projectId}`)).error.code, "PROJECT_NOT_FOUND");
      assert.deepEqual((await me.call("GET", "/v1/reports")).data, []);
      await app().app.worker.sweep();
      for (const table of [
        "asks",
        "answer_readings",
        "report_readings",
        "trend_points",
        "prompts",
      ] as const) {
        const rows = await app()
          .db.selectFrom(table)
          .select("project_id")
          .where("project_id", "=", projectId)
          .execute();
        assert.deepEqual(rows, [], table);
      }
      const { meta } = await me.call("GET", "/v1/projects");
      assert.equal(meta.billing.quotas.visibility.used, 1, "what was still running is given back");
    });

    test("GET /engines lists every provider with why it cannot be asked", async () => {
      const me = await app().member();
      const { data } = await me.call<
        {
          provider: string;
          configured: boolean;
          model: string | null;
          unavailable_reason: string | null;
          takes_key: boolean;
        }[]
      >("GET", "/v1/engines");
      const of = (name: string) => data.find(({ provider }) => provider === name);
      assert.equal(data.length, providers.length);
      assert.deepEqual(
        [of("chatgpt")?.configured, of("chatgpt")?.model, of("chatgpt")?.unavailable_reason],
        [true, "fake-1", null],
      );
      assert.deepEqual(
        [of("grok")?.configured, of("grok")?.unavailable_reason],
        [false, "The server has no key for it (XAI_API_KEY); an organization can save its own."],
      );
      assert.deepEqual([of("copilot")?.configured, of("copilot")?.model], [false, null]);
      assert.equal(of("sandbox")?.configured, true);
      assert.deepEqual(
        ["chatgpt", "grok", "copilot", "local", "sandbox"].map((name) => of(name)?.takes_key),
        [true, true, false, false, false],
      );
    });
  },
);
