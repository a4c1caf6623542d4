import { bearer } from "./door.ts";
import { ownProjectId } from "./ports.ts";

export const json = { "content-type": "application/json" };

/** A POST of the test-only action that makes a thing. */
export const post = (payload: string | Buffer, headers: Record<string, string> = json) => ({
  method: "POST" as const,
  url: "/v1/things",
  headers: { ...bearer(), ...headers },
  payload,
});

/** A POST of the test-only action whose whole body is rows. */
export const rows = (payload: string, type = "application/json") => ({
  method: "POST" as const,
  url: `/v1/projects/${ownProjectId}/things`,
  headers: { ...bearer(), "content-type": type },
  payload,
});

interface Refusal {
  json(): { error: { details: { issues: { in: string; path: string; code: string }[] } } };
}

/** The issues of a 400, each as `place path code`. */
export const issuesOf = (response: Refusal): string[] =>
  response.json().error.details.issues.map(({ in: place, path, code }) => `${place} ${path} ${code}`);
