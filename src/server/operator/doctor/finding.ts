/** What the doctor checks, in the order of its output. */
export const checks = [
  "configuration",
  "versions",
  "store",
  "disk",
  "clock",
  "queue",
  "engines",
  "outbound",
  "mail",
  "sign-in",
] as const;

/** What a check makes of facts; nothing in this folder collects them. */
export interface Finding {
  check: (typeof checks)[number];
  /** `failed`: something does not work. `warning`: it works, but perhaps not for long or not as intended. */
  state: "ok" | "warning" | "failed";
  says: string;
  /** What the operator can do; null if nothing can be done. */
  do: string | null;
}

export const ok = (check: Finding["check"], says: string): Finding => ({
  check,
  state: "ok",
  says,
  do: null,
});

export const warning = (check: Finding["check"], says: string, remedy: string): Finding => ({
  check,
  state: "warning",
  says,
  do: remedy,
});

export const failed = (check: Finding["check"], says: string, remedy: string): Finding => ({
  check,
  state: "failed",
  says,
  do: remedy,
});
