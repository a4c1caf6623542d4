import { setTimeout as delay } from "node:timers/promises";

/** The headline of a report over four made-up answers, through the API at `api`. Throws if any step is not accepted. */
export async function askForReport(api: string, key: string): Promise<string> {
  const call = async (path: string, body?: object) => {
    const answer = await fetch(`${api}${path}`, {
      method: body ? "POST" : "GET",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    if (!answer.ok) throw new Error(`${path} answers ${answer.status}: ${await answer.text()}`);
    return ((await answer.json()) as { data: Record<string, string | boolean> }).data;
  };
  const project = await call("/projects", {
    name: "Northwind kettles",
    brand: "Northwind",
    domain: "northwind.example",
    competitors: ["Fellow", "Smeg"],
    prompts: ["Which quiet electric kettle should I buy?", "Which electric kettle boils fastest?"],
  });
  let report = await call("/analyze/project", { projectId: project.id });
  for (let tries = 0; !report.terminal && tries < 120; tries++) {
    await delay(500);
    report = await call(`/reports/${report.id}`);
  }
  return `${report.headline}`;
}
