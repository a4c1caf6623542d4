import { useRef, useState } from "preact/hooks";
import { copied } from "../parts/copied.ts";
import { form as words } from "../words/form.ts";

const lettersInLine = 20;

/** Something that is shown this once, to be copied. */
export function SecretOnce({ label, value, says }: { label: string; value: string; says: string }) {
  const [done, setDone] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  return (
    <div class="once" role="status">
      <p>{says}</p>
      <div class="secret">
        <textarea
          ref={field}
          readOnly
          // The whole of it is in sight, also on a phone.
          rows={Math.ceil(value.length / lettersInLine)}
          aria-label={label}
          value={value}
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
        <button
          type="button"
          onClick={() => void copied(value).then((done) => (done ? setDone(true) : field.current?.select()))}
        >
          {done ? words.copied : words.copy}
        </button>
      </div>
    </div>
  );
}
