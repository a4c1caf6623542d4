import { useState } from "preact/hooks";
import {
  channelDigest,
  chooseChannelDigest,
  type DigestChoice,
  zoneHere,
} from "../../api/digest-questions.ts";
import { learn, useKnown } from "../../api/resource.ts";
import { inTime } from "../../figures/time.ts";
import { DigestFields } from "../../forms/digest-fields.tsx";
import { FormDialog } from "../../forms/form-dialog.tsx";
import { useSaving } from "../../forms/saving.ts";
import { digest as words } from "../../words/digest.ts";

/** Whether a channel is told what each week brought. */
export function ChannelDigest({ webhookId, name }: { webhookId: string; name: string }) {
  const saving = useSaving();
  const { value } = useKnown(channelDigest(webhookId));
  const [typed, setTyped] = useState<Partial<DigestChoice>>({});
  const choice: DigestChoice = {
    active: value?.active ?? false,
    timezone: value?.timezone ?? zoneHere(),
    onlyChanges: value?.only_changes ?? false,
    ...typed,
  };
  return (
    <FormDialog
      link
      open={words.open}
      label={words.openOf(name)}
      title={words.openOf(name)}
      act={words.save}
      ready={value !== undefined}
      saving={saving}
      closed={() => setTyped({})}
      save={() =>
        saving.run(async () => learn(channelDigest(webhookId), await chooseChannelDigest(webhookId, choice)))
      }
    >
      <DigestFields
        choice={choice}
        set={(field, newValue) => setTyped({ ...typed, [field]: newValue })}
        label={words.channel}
        hint={value?.next_at ? words.next(inTime(value.next_at, "moment")) : undefined}
        saving={saving}
      />
    </FormDialog>
  );
}
