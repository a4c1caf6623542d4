import { useState } from "preact/hooks";
import { useLocation } from "preact-iso";
import { withTerms } from "../../address.ts";
import { limits } from "../../api/limits.ts";
import { freeText } from "../../forms/free-text.ts";
import { readiness as words } from "../../words/acting.ts";

/** A form of the address itself: another page is another state of the URL. */
export function OtherPage({ url }: { url: string | null }) {
  const { path, route } = useLocation();
  const [typed, setTyped] = useState(url ?? "");
  return (
    <form
      class="sec other-page"
      onSubmit={(event) => {
        event.preventDefault();
        const text = typed.trim();
        const address = text === "" || /^https?:\/\//i.test(text) ? text : `https://${text}`;
        route(withTerms(path, {}, { url: address }));
      }}
    >
      <label class="field">
        {words.page}
        <input
          {...freeText(typed, limits.ProjectSettings.websiteUrl.max)}
          inputMode="url"
          aria-describedby="page-how"
          onInput={({ currentTarget }) => setTyped(currentTarget.value)}
        />
      </label>
      <p class="note" id="page-how">
        {words.pageHow}
      </p>
      <p class="does">
        <button type="submit">{words.look}</button>
      </p>
    </form>
  );
}
