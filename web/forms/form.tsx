import { freeText } from "./free-text.ts";
import "./form.css";
import type { ComponentChildren } from "preact";
import { useEffect, useId, useRef } from "preact/hooks";
import { ApiProblem, isPassing } from "../api/problem.ts";
import { sayingOf } from "../parts/saying.ts";
import { form as words } from "../words/form.ts";
import type { Saving } from "./saving.ts";

/** A part of a page of forms: what it is about at the left, what can be changed at the right. */
export function FormSection({
  title,
  says,
  anchor,
  children,
}: {
  title: string;
  says?: ComponentChildren;
  /** What leads to it in an address, after the `#`. */
  anchor?: string;
  children: ComponentChildren;
}) {
  const id = useId();
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    if (anchor && location.hash === `#${anchor}`) section.current?.scrollIntoView();
  }, [anchor]);
  return (
    <section class="fs" aria-labelledby={id} ref={section} id={anchor}>
      <div class="fs-about">
        <h2 id={id}>{title}</h2>
        {says && <p class="note">{says}</p>}
      </div>
      <div class="fs-body">{children}</div>
    </section>
  );
}

/** What a control is told by its field. */
interface Told {
  id: string;
  "aria-describedby"?: string;
  "aria-invalid"?: true;
}

interface FieldProps {
  label: string;
  hint?: ComponentChildren;
  /** What is wrong with it. */
  issue?: string | null;
}

/** A control with its name above, and under it what helps or what is wrong. */
export function Field({
  label,
  hint,
  issue,
  children,
}: FieldProps & { children(props: Told): ComponentChildren }) {
  const id = useId();
  const fieldProps: Told = {
    id,
    ...(hint || issue ? { "aria-describedby": `${id}-h` } : {}),
    ...(issue ? { "aria-invalid": true } : {}),
  };
  return (
    <div class="fd">
      <label for={id}>{label}</label>
      {children(fieldProps)}
      {(hint || issue) && (
        <p class="hint" id={`${id}-h`}>
          {issue ? <span class="issue">{issue}</span> : hint}
        </p>
      )}
    </div>
  );
}

interface TextFieldProps extends FieldProps {
  value: string;
  set(value: string): void;
  type?: "text" | "password" | "number" | "date";
  inputMode?: "url" | "numeric" | "email";
  autoComplete?: "off" | "email";
  placeholder?: string;
  required?: boolean;
  /** Id of a list of suggestions. */
  list?: string;
  min?: number;
  max?: number;
  step?: "any";
  minLength?: number;
  /** In characters; what is longer is said, not cut. */
  maxLength?: number;
  class?: "short";
}

/** One line of text. */
export function TextField({
  label,
  hint,
  issue = null,
  value,
  set,
  type,
  maxLength,
  ...more
}: TextFieldProps) {
  return (
    <Field label={label} hint={hint} issue={issue}>
      {(fieldProps) => (
        <input
          {...fieldProps}
          {...more}
          // The types of the library allow each kind of input by itself.
          type={(type ?? "text") as "text"}
          {...freeText(value, maxLength)}
          onInput={({ currentTarget }) => set(currentTarget.value)}
        />
      )}
    </Field>
  );
}

/** A password or key that must be given; the browser does not offer to fill it in. */
export const SecretField = (props: Omit<TextFieldProps, "type" | "autoComplete" | "required">) => (
  <TextField {...props} type="password" autoComplete="off" required />
);

/** One thing that is so or not. */
export const Tick = ({
  label,
  checked,
  set,
}: {
  label: string;
  checked: boolean;
  set(on: boolean): void;
}) => (
  <label>
    <input type="checkbox" checked={checked} onChange={({ currentTarget }) => set(currentTarget.checked)} />
    {label}
  </label>
);

/** A form that saves one thing: it can be saved or undone where something was changed, and says how that went. */
export function SaveForm({
  saving,
  dirty,
  locked = false,
  save,
  undo,
  act = words.save,
  children,
}: {
  saving: Saving;
  dirty: boolean;
  /** The reader may look, not change. */
  locked?: boolean;
  save(): void;
  undo?(): void;
  act?: string;
  children: ComponentChildren;
}) {
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (dirty && !saving.busy && !locked) save();
      }}
    >
      <fieldset class="plain" disabled={locked}>
        {children}
      </fieldset>
      <Outcome saving={saving} />
      {!locked && (
        <p class="does">
          <button type="submit" class={dirty ? "prime" : ""} disabled={!dirty || saving.busy}>
            {saving.busy ? words.saving : act}
          </button>
          {dirty && undo && !saving.busy && (
            <button
              type="button"
              onClick={() => {
                undo();
                saving.forget();
              }}
            >
              {words.undo}
            </button>
          )}
          {saving.done && !dirty && (
            <span class="soft" role="status">
              {words.saved}
            </span>
          )}
        </p>
      )}
    </form>
  );
}

/** What is wrong with the first field that is. */
const issueOf = (problem: unknown): string | undefined =>
  problem instanceof ApiProblem
    ? (problem.details.issues as { message: string }[] | undefined)?.[0]?.message
    : undefined;

/** Why a change was not made; what was typed stands where it was. */
export function Outcome({ saving: { problem } }: { saving: Saving }) {
  if (!problem) return null;
  const passing = problem instanceof ApiProblem && isPassing(problem);
  return (
    <p class="notice" role="alert">
      {issueOf(problem) ?? sayingOf(problem)} {passing && words.inputKept}
    </p>
  );
}
