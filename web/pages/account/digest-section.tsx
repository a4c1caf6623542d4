import { chooseOwnDigest, type Digest, ownDigest, zoneHere } from "../../api/digest-questions.ts";
import { learn, useKnown } from "../../api/resource.ts";
import { inTime } from "../../figures/time.ts";
import { DigestFields } from "../../forms/digest-fields.tsx";
import { useEdits } from "../../forms/edits.ts";
import { FormSection, SaveForm } from "../../forms/form.tsx";
import { useSaving } from "../../forms/saving.ts";
import { useMay } from "../../parts/may.ts";
import { Await } from "../../parts/states.tsx";
import { digest as words } from "../../words/digest.ts";

/** Whether the reader is mailed what each week brought. */
export function DigestSection() {
  const question = ownDigest();
  const { value, problem } = useKnown(question);
  const { organization } = useMay();
  return (
    <FormSection title={words.title} says={words.says} anchor="digest">
      <Await question={question} value={value} problem={problem} bones={[120]} />
      {value && (
        <>
          {value.mail ? (
            <p>
              {organization && words.of(organization.name)} {value.address && words.to(value.address)}
            </p>
          ) : (
            <p class="notice">{words.noMail}</p>
          )}
          <Choice digest={value} />
        </>
      )}
    </FormSection>
  );
}

function Choice({ digest }: { digest: Digest }) {
  const saving = useSaving();
  const { now, dirty, set, clear } = useEdits({
    ...{ active: digest.active, timezone: digest.timezone ?? zoneHere(), onlyChanges: digest.only_changes },
  });
  const { off_because: off, next_at: next } = digest;
  const hint = off ? words.offBecause[off] : next && !dirty ? words.next(inTime(next, "moment")) : "";
  const save = () =>
    saving.run(async () => {
      learn(ownDigest(), await chooseOwnDigest(now));
      clear();
    });
  return (
    <SaveForm
      saving={saving}
      dirty={dirty}
      locked={!digest.mail && !digest.active}
      save={() => void save()}
      undo={clear}
    >
      <DigestFields choice={now} set={set} label={words.active} hint={hint || undefined} saving={saving} />
    </SaveForm>
  );
}
