import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { draws } from "../../../test/depth.ts";
import {
  digestBefore,
  nextDigest,
  nextNight,
  nextRun,
  type ScheduleTerms,
  secondOfHour,
} from "./schedule.ts";

const terms: ScheduleTerms = { schedule: "daily", timezone: "UTC", projectId: "p", spread: false };
const next = (after: string, changed: Partial<ScheduleTerms> = {}) =>
  nextRun({ ...terms, ...changed }, new Date(after))?.toISOString() ?? null;

test("a project without a schedule never runs by itself", () => {
  assert.equal(next("2026-01-01T00:00:00Z", { schedule: "off" }), null);
});

for (const [rule, changed, after, expected] of [
  ["daily is at six", {}, "2026-01-01T05:59:59Z", "2026-01-01T06:00:00.000Z"],
  [
    "a run that has just begun is followed by tomorrow's",
    {},
    "2026-01-01T06:00:00Z",
    "2026-01-02T06:00:00.000Z",
  ],
  [
    "six is by the project's own clocks",
    { timezone: "Asia/Kathmandu" },
    "2026-01-01T01:00:00Z",
    "2026-01-02T00:15:00.000Z",
  ],
  ["weekly is on Mondays", { schedule: "weekly" }, "2026-01-01T00:00:00Z", "2026-01-05T06:00:00.000Z"],
  [
    "Monday is by the project's own calendar",
    { schedule: "weekly", timezone: "Pacific/Kiritimati" },
    "2026-01-01T00:00:00Z",
    "2026-01-04T16:00:00.000Z",
  ],
  [
    "the day that clocks are put forward keeps its hour",
    { timezone: "Europe/Berlin" },
    "2026-03-28T12:00:00Z",
    "2026-03-29T04:00:00.000Z",
  ],
  [
    "the day that clocks are put back keeps its hour",
    { timezone: "Europe/Berlin" },
    "2026-10-24T12:00:00Z",
    "2026-10-25T05:00:00.000Z",
  ],
  [
    "a day that a zone leaves out has no run",
    { timezone: "Pacific/Apia" },
    "2011-12-29T16:00:00Z",
    "2011-12-30T16:00:00.000Z",
  ],
  ["29 February has its run", {}, "2028-02-28T06:00:00Z", "2028-02-29T06:00:00.000Z"],
] as const) {
  test(rule, () => assert.equal(next(after, changed), expected));
}

const zones = Intl.supportedValuesOf("timeZone");

test("in every time zone a project has one run on each day of the year, in the sixth hour, spread or not", () => {
  const offered = fc.record({
    timezone: fc.constantFrom(...zones),
    projectId: fc.uuid(),
    spread: fc.boolean(),
  });
  fc.assert(
    fc.property(offered, (one) => {
      const local = new Intl.DateTimeFormat("sv-SE", {
        timeZone: one.timezone,
        dateStyle: "short",
        timeStyle: "medium",
      });
      let at = new Date("2026-01-01T12:00:00Z");
      let day: number | undefined;
      for (let runs = 0; runs < 366; runs += 1) {
        at = nextRun({ ...one, schedule: "daily" }, at)!;
        const [date = "", time = ""] = local.format(at).split(" ");
        assert.match(time, /^06:/);
        if (day !== undefined) assert.equal(Date.parse(date) - day, 86_400_000);
        day = Date.parse(date);
      }
    }),
    { numRuns: draws(60, 10) },
  );
});

test("a project always begins in the same second of the hour, whatever happened before", () => {
  const spread = { spread: true, projectId: "0197a3c2-5b7e-7c41-9d1e-2f4a6b8c0d99" };
  const first = next("2026-01-01T00:00:00Z", spread)!;
  const later = next("2026-06-01T00:00:00Z", spread)!;
  assert.equal(first.slice(11), later.slice(11));
});

test("spread projects fill the hour evenly: none of its minutes gets twice its part of them", () => {
  const minutes = new Map<number, number>();
  for (let number = 0; number < 12_000; number += 1) {
    const minute = Math.floor(secondOfHour(`project ${number}`) / 60);
    minutes.set(minute, (minutes.get(minute) ?? 0) + 1);
  }
  assert.equal(minutes.size, 60);
  assert.ok(Math.max(...minutes.values()) < 400);
});

test("a night's hour comes once a day, also where clocks change, and is spread within itself", () => {
  const terms = { hour: 2, timezone: "Europe/Berlin", id: "019bbf18-3b2a-7c1d-8e0f-9a8b7c6d5e4f" };
  const nights = (from: string, spread: boolean) => {
    const found: Date[] = [];
    for (let at = new Date(from); found.length < 3; at = found.at(-1)!)
      found.push(nextNight({ ...terms, spread }, at));
    return found.map((at) => at.toISOString());
  };
  assert.deepEqual(nights("2026-03-28T00:00:00Z", false), [
    "2026-03-28T01:00:00.000Z",
    "2026-03-29T01:00:00.000Z",
    "2026-03-30T00:00:00.000Z",
  ]);
  assert.deepEqual(
    nights("2026-10-24T02:00:00Z", false).map((at) => at.slice(0, 10)),
    ["2026-10-25", "2026-10-26", "2026-10-27"],
  );
  const [spread] = nights("2026-06-01T12:00:00Z", true);
  assert.ok(spread! > "2026-06-02T00:00:00.000Z" && spread! < "2026-06-02T01:00:00.000Z", spread);
});

const nextMonday = (timezone: string, after: string) => nextDigest(timezone, new Date(after)).toISOString();

for (const [rule, timezone, after, expected] of [
  ["a digest is on Monday at eight", "UTC", "2026-01-01T00:00:00Z", "2026-01-05T08:00:00.000Z"],
  ["the one after it is a week later", "UTC", "2026-01-05T08:00:00Z", "2026-01-12T08:00:00.000Z"],
  [
    "clocks that are put forward keep eight",
    "Europe/Berlin",
    "2026-03-23T07:00:00Z",
    "2026-03-30T06:00:00.000Z",
  ],
  [
    "clocks that are put back keep eight",
    "Europe/Berlin",
    "2026-10-19T06:00:00Z",
    "2026-10-26T07:00:00.000Z",
  ],
  [
    "the same on the other half of the earth",
    "Australia/Sydney",
    "2026-09-27T22:00:00Z",
    "2026-10-04T21:00:00.000Z",
  ],
  [
    "Monday is by the reader's calendar",
    "Pacific/Kiritimati",
    "2026-01-01T00:00:00Z",
    "2026-01-04T18:00:00.000Z",
  ],
] as const)
  test(rule, () => assert.equal(nextMonday(timezone, after), expected));

test("in every time zone a digest is on each Monday at eight, and the one before it a week earlier", () => {
  for (const timezone of zones.filter((_, at) => at % draws(1, 8) === 0)) {
    const clock = new Intl.DateTimeFormat("en-GB", {
      ...{ timeZone: timezone, weekday: "short", hour: "2-digit", minute: "2-digit" },
    });
    let due = nextDigest(timezone, new Date("2026-01-01T00:00:00Z"));
    for (let weeks = 0; weeks < 53; weeks += 1) {
      assert.equal(clock.format(due), "Mon 08:00", `${timezone} ${due.toISOString()}`);
      const next = nextDigest(timezone, due);
      assert.equal(digestBefore(timezone, next).getTime(), due.getTime(), timezone);
      due = next;
    }
  }
});
