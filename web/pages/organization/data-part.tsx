import { useMay } from "../../parts/may.ts";
import { Deletion } from "./deletion.tsx";
import { RetentionSection } from "./retention-section.tsx";

/** How long things are kept, and for owners the end of the organization. */
export function DataPart() {
  const { organization: own, may } = useMay();
  return (
    <>
      {own && <RetentionSection own={own} />}
      {own && may("owner") && <Deletion own={own} />}
    </>
  );
}
