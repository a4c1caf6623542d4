/** Settings of one connection by their names, in PostgreSQL's own units. */
export type SessionSettings = Readonly<Record<string, string | number>>;

/**
 * What our statements and the driver's reading of values depend on. A role, a database or a server may have others as its
 * defaults: dates in German are null to the driver, and lists of theirs would have no nulls.
 */
export const plainSession: SessionSettings = {
  DateStyle: "ISO, MDY",
  IntervalStyle: "postgres",
  TimeZone: "UTC",
  bytea_output: "hex",
  extra_float_digits: 1,
  array_nulls: "on",
  default_transaction_isolation: "read committed",
  idle_session_timeout: 0,
  transaction_timeout: 0,
};

/** The same, for work that takes the time it takes. */
export const unhurriedSession: SessionSettings = {
  ...plainSession,
  statement_timeout: 0,
  lock_timeout: 0,
  idle_in_transaction_session_timeout: 0,
};

/** One statement that sets them, leaving out those that came with a later version of PostgreSQL. */
export function settingStatement(session: SessionSettings): { text: string; values: string[] } {
  const settings = Object.entries(session);
  const each = settings.map((_, at) => {
    const [name, value] = [`$${2 * at + 1}::text`, `$${2 * at + 2}::text`];
    return `case when current_setting(${name}, true) is not null then set_config(${name}, ${value}, false) end`;
  });
  return {
    text: `select ${each.join(", ")}`,
    values: settings.flatMap(([name, value]) => [name, `${value}`]),
  };
}
