import { useState } from "preact/hooks";
import { form as words } from "../words/form.ts";

/** Something that is shown this once, to be copied. */
export function SecretOnce({ label, value, says }: { label: string; value: string; says: string }) {
  const [copied, setCopied] = useState(false);
  return (
    <div class="once" role="status">
      <p>{says}</p>
      <div class="secret">
        <input
          readOnly
          aria-label={label}
          value={value}
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
        <button
          type="button"
          onClick={() => void navigator.clipboard?.writeText(value).then(() => setCopied(true))}
        >
          {copied ? words.copied : words.copy}
        </button>
      </div>
    </div>
  );
}
