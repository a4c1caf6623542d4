import type { DigestChoice } from "../api/digest-questions.ts";
import { limits } from "../api/limits.ts";
import { digest as words } from "../words/digest.ts";
import { TextField } from "./form.tsx";
import type { Saving } from "./saving.ts";

interface DigestFieldsProps {
  choice: DigestChoice;
  set<K extends keyof DigestChoice>(field: K, value: DigestChoice[K]): void;
  /** What it is turned on with. */
  label: string;
  hint?: string | undefined;
  saving: Saving;
}

/** What is chosen of a digest. */
export function DigestFields({ choice, set, label, hint, saving }: DigestFieldsProps) {
  return (
    <>
      <ul class="checks fd">
        <li>
          <label>
            <input
              type="checkbox"
              checked={choice.active}
              onChange={({ currentTarget }) => set("active", currentTarget.checked)}
            />
            {label}
          </label>
          {hint && <p class="hint">{hint}</p>}
        </li>
        <li>
          <label>
            <input
              type="checkbox"
              checked={choice.onlyChanges}
              onChange={({ currentTarget }) => set("onlyChanges", currentTarget.checked)}
            />
            {words.onlyChanges}
          </label>
        </li>
      </ul>
      <TextField
        label={words.timezone}
        issue={saving.issue("/timezone")}
        value={choice.timezone}
        set={(timezone) => set("timezone", timezone)}
        list="digest-timezones"
        maxLength={limits.SetDigestRequest.timezone.max}
      />
      <datalist id="digest-timezones">
        {Intl.supportedValuesOf("timeZone").map((zone) => (
          <option key={zone} value={zone} />
        ))}
      </datalist>
    </>
  );
}
