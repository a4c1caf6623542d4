import type { ComponentChildren } from "preact";
import { useErrorBoundary } from "preact/hooks";
import { crashed } from "../words.ts";
import { PlainFrame } from "./plain-frame.tsx";

/** Says so where a page fails, or a part of it that an update of the server has taken away. */
export function Guarded({ children }: { children: ComponentChildren }) {
  const [error] = useErrorBoundary((error) => console.error(error));
  if (!error) return <>{children}</>;
  return (
    <PlainFrame title={crashed.title}>
      <h1 class="plain">{crashed.title}</h1>
      <p class="stand">{crashed.says}</p>
      <p class="does">
        <button type="button" onClick={() => location.reload()}>
          {crashed.again}
        </button>
      </p>
    </PlainFrame>
  );
}
