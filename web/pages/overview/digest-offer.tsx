import { useState } from "preact/hooks";
import { ownDigest } from "../../api/digest-questions.ts";
import { pinned } from "../../api/pin.ts";
import { useKnown } from "../../api/resource.ts";
import { digest as words } from "../../words/digest.ts";

const place = (): string => `digest-declined ${pinned()?.person ?? ""}`;

/** One line for who has not chosen about the digest yet, until they say that they do not want it. */
export function DigestOffer() {
  const [declined, setDeclined] = useState(isDeclined);
  const { value: digest } = useKnown(declined ? null : ownDigest());
  if (declined || !digest?.mail || digest.active || digest.off_because !== null) return null;
  return (
    <p class="soft digest-offer">
      {words.offer} <a href="/account#digest">{words.choose}</a>{" "}
      <button
        type="button"
        class="link"
        onClick={() => {
          decline();
          setDeclined(true);
        }}
      >
        {words.dismiss}
      </button>
    </p>
  );
}

function isDeclined(): boolean {
  try {
    return localStorage.getItem(place()) !== null;
  } catch {
    return false;
  }
}

function decline(): void {
  try {
    localStorage.setItem(place(), "1");
  } catch {
    // Where nothing can be kept it is offered again.
  }
}
