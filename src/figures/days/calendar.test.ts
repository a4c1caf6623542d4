import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { type Stretch, stretches } from "./calendar.ts";

const shown = (all: readonly Stretch[]) =>
  all.map(
    ({ from, to }) => `${from.toISOString().slice(0, 16)} ${(to.getTime() - from.getTime()) / 3_600_000} h`,
  );
const days = (from: string, to: string, timeZone: string) =>
  shown(stretches("day", new Date(from), new Date(to), timeZone));

for (const [where, from, to, zone, expected] of [
  [
    "UTC",
    "2026-01-15T09:00:00Z",
    "2026-01-16T00:00:00Z",
    "UTC",
    ["2026-01-15T00:00 24 h", "2026-01-16T00:00 24 h"],
  ],
  [
    "India, half an hour off",
    "2026-01-15T20:00:00Z",
    "2026-01-15T20:00:00Z",
    "Asia/Kolkata",
    ["2026-01-15T18:30 24 h"],
  ],
  [
    "the far east of the date line",
    "2026-01-15T09:00:00Z",
    "2026-01-15T11:00:00Z",
    "Pacific/Kiritimati",
    ["2026-01-14T10:00 24 h", "2026-01-15T10:00 24 h"],
  ],
  [
    "Berlin in the week of the short day",
    "2026-03-28T12:00:00Z",
    "2026-03-29T23:00:00Z",
    "Europe/Berlin",
    ["2026-03-27T23:00 24 h", "2026-03-28T23:00 23 h", "2026-03-29T22:00 24 h"],
  ],
  [
    "Berlin on the long day",
    "2026-10-25T12:00:00Z",
    "2026-10-25T12:00:00Z",
    "Europe/Berlin",
    ["2026-10-24T22:00 25 h"],
  ],
  [
    "Beirut, where midnight itself is skipped",
    "2025-03-29T12:00:00Z",
    "2025-03-30T12:00:00Z",
    "Asia/Beirut",
    ["2025-03-28T22:00 24 h", "2025-03-29T22:00 23 h"],
  ],
  [
    "São Paulo, where midnight came twice",
    "2018-02-17T12:00:00Z",
    "2018-02-18T12:00:00Z",
    "America/Sao_Paulo",
    ["2018-02-17T02:00 25 h", "2018-02-18T03:00 24 h"],
  ],
  [
    "Samoa, which left a day out",
    "2011-12-29T12:00:00Z",
    "2011-12-30T12:00:00Z",
    "Pacific/Apia",
    ["2011-12-29T10:00 24 h", "2011-12-30T10:00 24 h"],
  ],
] as const) {
  test(`the days of ${where} are those that people there live`, () => {
    assert.deepEqual(days(from, to, zone), expected);
  });
}

test("weeks begin on Monday, at midnight in the zone", () => {
  assert.deepEqual(
    shown(
      stretches(
        "week",
        new Date("2026-01-14T09:00:00Z"),
        new Date("2026-01-19T04:59:00Z"),
        "America/New_York",
      ),
    ),
    ["2026-01-12T05:00 168 h"],
  );
  assert.deepEqual(
    shown(stretches("week", new Date("1969-12-28T12:00:00Z"), new Date("1970-01-01T12:00:00Z"), "UTC")),
    ["1969-12-22T00:00 168 h", "1969-12-29T00:00 168 h"],
  );
});

test("every instant lies in exactly one stretch, and each begins at the first instant of its day", () => {
  const zones = [
    "UTC",
    "Europe/Berlin",
    "America/St_Johns",
    "Australia/Lord_Howe",
    "Africa/Cairo",
    "America/Santiago",
  ];
  const instants = {
    min: new Date("2015-01-01T00:00:00Z"),
    max: new Date("2030-01-01T00:00:00Z"),
    noInvalidDate: true,
  };
  fc.assert(
    fc.property(
      fc.date(instants),
      fc.integer({ min: 0, max: 90 }),
      fc.constantFrom(...zones),
      fc.constantFrom("day", "week"),
      (from, length, zone, unit) => {
        const to = new Date(from.getTime() + length * 86_400_000);
        const all = stretches(unit as "day" | "week", from, to, zone);
        assert.ok(all[0]!.from <= from && all.at(-1)!.from <= to && all.at(-1)!.to > to);
        const dateIn = new Intl.DateTimeFormat("en-CA", { timeZone: zone });
        for (const [at, each] of all.entries()) {
          if (at > 0) assert.equal(each.from.getTime(), all[at - 1]!.to.getTime());
          assert.notEqual(dateIn.format(each.from), dateIn.format(each.from.getTime() - 1));
        }
      },
    ),
    { numRuns: 60 },
  );
});
