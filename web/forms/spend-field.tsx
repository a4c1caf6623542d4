import { limits } from "../api/limits.ts";
import { TextField } from "./form.tsx";
import type { Saving } from "./saving.ts";

/** What may be spent in a month, in USD; empty is no limit. */
export const SpendField = ({
  label,
  hint,
  saving,
  value,
  set,
}: {
  label: string;
  hint: string;
  saving: Saving;
  value: string;
  set(value: string): void;
}) => (
  <TextField
    label={label}
    hint={hint}
    issue={saving.issue("/monthlySpendUsd")}
    value={value}
    set={set}
    type="number"
    {...limits.ProjectSettings.monthlySpendUsd}
    step="any"
    class="short"
  />
);
