import { answerTo, api } from "../../api/client.ts";
import { limits } from "../../api/limits.ts";
import { type Organization, organizationNow } from "../../api/organization-now.ts";
import { accountStatus } from "../../api/organization-questions.ts";
import { refresh, useKnown } from "../../api/resource.ts";
import { inDigits } from "../../figures/number.ts";
import { inTime } from "../../figures/time.ts";
import { useEdits } from "../../forms/edits.ts";
import { FormSection, SaveForm, TextField } from "../../forms/form.tsx";
import { useSaving } from "../../forms/saving.ts";
import { SpendField } from "../../forms/spend-field.tsx";
import { useMay } from "../../parts/may.ts";
import { Part } from "../../parts/part.tsx";
import { organization } from "../../words/organization.ts";

const words = organization.usage;
const quotas = ["visibility", "content", "readiness"] as const;

/** What the plan leaves, what was spent, and what it may cost. */
export function UsagePart() {
  const question = accountStatus();
  const usage = useKnown(question);
  const { organization: own, may } = useMay();
  return (
    <>
      <Part title={words.title} of={{ question, state: usage }}>
        {({ plan, quotas: state }) => (
          <>
            <p class="sub">
              {state && quotas.every((quota) => state[quota].limit === null)
                ? words.noQuotas
                : `${words.plan(plan.name)}.${plan.renews_at ? ` ${words.renews(inTime(plan.renews_at, "day"))}` : ""}`}
            </p>
            {state ? (
              <table class="rows data">
                <thead>
                  <tr>
                    <th scope="col">{words.quota}</th>
                    <th scope="col" class="num">
                      {words.used}
                    </th>
                    <th scope="col" class="num">
                      {words.limit}
                    </th>
                    <th scope="col" class="num">
                      {words.remaining}
                    </th>
                    <th scope="col" class="num wide">
                      {words.resets}
                    </th>
                  </tr>
                </thead>
                <tbody>
                  {quotas.map((quota) => {
                    const { used, limit, remaining, resets_at } = state[quota];
                    return (
                      <tr key={quota}>
                        <th scope="row">{words.quotas[quota]}</th>
                        <td class="num">{inDigits(used)}</td>
                        <td class="num">{limit === null ? words.unlimited : inDigits(limit)}</td>
                        <td class="num">{remaining === null ? words.unlimited : inDigits(remaining)}</td>
                        <td class="num wide">{inTime(resets_at, "day")}</td>
                      </tr>
                    );
                  })}
                </tbody>
              </table>
            ) : (
              <p>{words.quotasHidden}</p>
            )}
          </>
        )}
      </Part>
      {own && <SpendingForm own={own} locked={!may("admin")} />}
      {own && <NameForm own={own} locked={!may("admin")} />}
    </>
  );
}

interface FormProps {
  own: Organization;
  locked: boolean;
}

const settled = () => Promise.all([refresh(organizationNow()), refresh(accountStatus())]);

function SpendingForm({ own, locked }: FormProps) {
  const saving = useSaving();
  const { value: status } = useKnown(accountStatus());
  const { now, dirty, set, clear } = useEdits({ limit: String(own.monthly_spend_usd ?? "") });
  const spent = status?.spending.organization;
  const resets = status && inTime(status.spending.resets_at, "dayOfYear");
  const save = () =>
    saving.run(async () => {
      const monthlySpendUsd = now.limit.trim() === "" ? null : Number(now.limit);
      await answerTo(() => api.PATCH("/organization", { body: { monthlySpendUsd } }));
      await settled();
      clear();
    });
  return (
    <FormSection title={words.spending} says={words.spendingSays}>
      {status && (
        <p>
          {spent && resets
            ? words.spent(spent.spent_usd, spent.reserved_usd, spent.limit_usd, resets)
            : words.hidden}
        </p>
      )}
      {spent && (
        <div class="short-form">
          <SaveForm saving={saving} dirty={dirty} locked={locked} save={() => void save()} undo={clear}>
            <SpendField
              label={words.limitLabel}
              hint={words.limitHint}
              saving={saving}
              value={now.limit}
              set={(limit) => set("limit", limit)}
            />
          </SaveForm>
        </div>
      )}
    </FormSection>
  );
}

function NameForm({ own, locked }: FormProps) {
  const saving = useSaving();
  const { now, dirty, set, clear } = useEdits({ name: own.name });
  const save = () =>
    saving.run(async () => {
      await answerTo(() => api.PATCH("/organization", { body: { name: now.name } }));
      await settled();
      clear();
    });
  return (
    <FormSection title={organization.name.title}>
      <SaveForm saving={saving} dirty={dirty} locked={locked} save={() => void save()} undo={clear}>
        <TextField
          label={organization.name.label}
          issue={saving.issue("/name")}
          value={now.name}
          set={(name) => set("name", name)}
          maxLength={limits.UpdateOrganizationRequest.name.max}
          required
        />
      </SaveForm>
    </FormSection>
  );
}
