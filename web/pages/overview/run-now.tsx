import type { ComponentType } from "preact";
import { useState } from "preact/hooks";
import type { Project } from "../../api/questions.ts";
import { overview } from "../../words.ts";
import type { RunDialog } from "./run-dialog.tsx";

type Dialog = ComponentType<Parameters<typeof RunDialog>[0]>;

/** Asks the assistants, after saying what that is. The first screen does not carry the dialog. */
export function RunNow({ project, prime = false }: { project: Project; prime?: boolean }) {
  const [dialog, setDialog] = useState<{ Dialog: Dialog } | null>(null);
  if (project.prompt_count === 0) return null;
  const open = async () => setDialog({ Dialog: (await import("./run-dialog.tsx")).RunDialog });
  return (
    <>
      <button type="button" class={prime ? "prime" : ""} onClick={() => void open()}>
        {overview.runNow}
      </button>
      {dialog && <dialog.Dialog project={project} closed={() => setDialog(null)} />}
    </>
  );
}
