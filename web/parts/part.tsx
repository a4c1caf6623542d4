import "./part.css";
import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";
import type { Known, Question } from "../api/resource.ts";
import { Await } from "./states.tsx";

interface PartProps<T> {
  title: string;
  says?: ComponentChildren;
  /** What can be done there, at the right of its title. */
  does?: ComponentChildren;
  /** What it shows, which may be on its way or failing. */
  of: { question: Question<T>; state: Known<T> };
  children(value: T): ComponentChildren;
}

/** A part of a page that shows one answer of the API: what is known, or why it is not. */
export function Part<T>({ title, says, does, of: { question, state }, children }: PartProps<T>) {
  const id = useId();
  const { value, problem } = state;
  return (
    <section class="part" aria-labelledby={id}>
      <div class="hd">
        <h2 id={id}>{title}</h2>
        {does}
      </div>
      {says && <p class="sub">{says}</p>}
      <Await question={question} value={value} problem={problem} bones={[160]} />
      {value !== undefined && children(value)}
    </section>
  );
}
