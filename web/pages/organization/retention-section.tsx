import { answerTo, api } from "../../api/client.ts";
import { limits } from "../../api/limits.ts";
import { type Organization, organizationNow } from "../../api/organization-now.ts";
import { reportTimes } from "../../api/organization-questions.ts";
import { learn, useKnown } from "../../api/resource.ts";
import { inTime } from "../../figures/time.ts";
import { useEdits } from "../../forms/edits.ts";
import { FormSection, SaveForm, TextField } from "../../forms/form.tsx";
import { useSaving } from "../../forms/saving.ts";
import { useMay } from "../../parts/may.ts";
import { organization } from "../../words/organization.ts";
import { daysIn, retentionPreview, shorter } from "./retention-preview.ts";

const words = organization.retention;

type Retention = NonNullable<Organization["retention"]>;
type Kind = (typeof kinds)[number]["what"];

const bounds = limits.UpdateOrganizationRequest.retention;

/** What is kept, and for how many days it can be. */
const kinds = [
  { what: "answers", field: "answersDays", ...bounds.answersDays },
  { what: "rows", field: "rowsDays", ...bounds.rowsDays },
  { what: "audit", field: "auditDays", ...bounds.auditDays },
] as const;

/** How long things are kept: everybody reads it; who may, changes it, and sees before what goes then and when. */
export function RetentionSection({ own: { retention } }: { own: Organization }) {
  const { may } = useMay();
  return (
    <FormSection title={words.title} says={may("admin") ? `${words.says} ${words.shorter}` : words.says}>
      {retention && may("admin") && <RetentionForm retention={retention} />}
      {retention && !may("admin") && <RetentionList retention={retention} />}
      {!may("admin") && <p class="note">{words.setBy}</p>}
    </FormSection>
  );
}

/** The same, for those who do not change it. */
const RetentionList = ({ retention }: { retention: Retention }) => (
  <dl class="kept">
    {kinds.map(({ what }) => (
      <div key={what}>
        <dt>{words.kinds[what]}</dt>
        <dd>
          {words.days(what, retention[what].days)} <span class="soft">{saidNext(retention[what])}</span>
        </dd>
      </div>
    ))}
  </dl>
);

function RetentionForm({ retention }: { retention: Retention }) {
  const saving = useSaving();
  const { now, changed, dirty, set, clear } = useEdits({
    answersDays: String(retention.answers.days ?? ""),
    rowsDays: String(retention.rows.days ?? ""),
    auditDays: String(retention.audit.days ?? ""),
  });
  const { value: times } = useKnown(dirty ? reportTimes() : null);
  const typed = Object.fromEntries(
    kinds.map(({ what, field, min, max }) => [what, daysIn(now[field], { min, max })]),
  ) as Record<Kind, number | null | undefined>;

  const save = () =>
    saving.run(async () => {
      const terms = Object.entries(changed).map(([field, days]) => [
        field,
        days.trim() === "" ? null : Number(days),
      ]);
      const body = { retention: Object.fromEntries(terms) as Record<string, number | null> };
      learn(organizationNow(), await answerTo(() => api.PATCH("/organization", { body })));
      clear();
    });

  /** What goes next as it is saved, or would as it is typed. */
  function saysOf(what: Kind): string {
    if (!dirty) return saidNext(retention[what]);
    const days =
      what === "answers" && typed.answers !== undefined
        ? shorter(typed.answers, typed.rows ?? null)
        : typed[what];
    if (days === undefined) return "";
    if (days === null) return words.serverTime[what];
    return what === "audit" ? saidGoing(what, days, null) : times ? saidGoing(what, days, times) : "";
  }

  return (
    <SaveForm saving={saving} dirty={dirty} save={() => void save()} undo={clear}>
      {kinds.map(({ what, field, min, max }) => (
        <TextField
          key={what}
          class="short"
          type="number"
          label={words.labels[what]}
          hint={[words.empty[what], saysOf(what)].filter(Boolean).join(" ")}
          issue={saving.issue(`/retention/${field}`)}
          value={now[field]}
          set={(days) => set(field, days)}
          min={min}
          max={max}
        />
      ))}
      <p class="note" role="status">
        {dirty
          ? words.grace
          : retention.starts_at && isAhead(retention.starts_at) && words.starts(moment(retention.starts_at))}
      </p>
    </SaveForm>
  );
}

const saidNext = ({ due, next_at: next }: Retention["answers"]): string =>
  next === null ? words.nothing : due > 0 ? words.due(due, moment(next)) : words.next(day(next));

function saidGoing(
  what: Kind,
  days: number,
  times: { storedAt: readonly string[]; all: boolean } | null,
): string {
  const { from, before, reports, first } = retentionPreview(days, times?.storedAt ?? [], Date.now());
  // Of a list that is cut off, the oldest is not known.
  if (!times?.all) return words.goes[what](moment(iso(from)), day(iso(before)), null);
  if (first === null) return words.nothing;
  return reports === 0
    ? words.next(day(iso(first)))
    : words.goes[what](moment(iso(from)), day(iso(before)), reports);
}

const iso = (at: number): string => new Date(at).toISOString();
const moment = (at: string): string => inTime(at, "moment");
const day = (at: string): string => inTime(at, "day");
const isAhead = (at: string): boolean => Date.parse(at) > Date.now();
