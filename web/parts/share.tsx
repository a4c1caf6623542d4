import type { ComponentType } from "preact";
import { useState } from "preact/hooks";
import { shareIt } from "../words.ts";
import type { ShareForm } from "./share-form.tsx";

type Form = ComponentType<Parameters<typeof ShareForm>[0]>;

/** A button that opens the form of a public page; `plain`: as a button, not as a link. The first screen does not carry the form. */
export function Share({
  projectId,
  reportId,
  plain = false,
  made: onMade,
}: {
  projectId: string;
  /** The report to show; without it the newest. */
  reportId?: string;
  plain?: boolean;
  made?(): void;
}) {
  const [form, setForm] = useState<{ Form: Form } | null>(null);
  const open = async () => setForm({ Form: (await import("./share-form.tsx")).ShareForm });
  return (
    <>
      <button type="button" class={plain ? "" : "link"} onClick={() => void open()}>
        {shareIt}
      </button>
      {form && (
        <form.Form projectId={projectId} reportId={reportId} onMade={onMade} closed={() => setForm(null)} />
      )}
    </>
  );
}
