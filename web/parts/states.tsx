import { lazy } from "preact-iso";
import { type ApiProblem, isOfUnknownTag } from "../api/problem.ts";
import { askFailed, type Question, refresh } from "../api/resource.ts";
import { missing, trouble } from "../words.ts";
import { PlainFrame } from "./plain-frame.tsx";
import { sayingOf } from "./saying.ts";

const NoTag = lazy(() => import("./no-tag.tsx").then((part) => part.NoTag));

/** What stands where nothing is, or nothing for this reader. */
export function Missing() {
  return (
    <PlainFrame title={missing.title}>
      <h1 class="plain">{missing.title}</h1>
      <p class="stand">{missing.says}</p>
      <p class="does">
        <a class="btn" href="/">
          {missing.home}
        </a>
      </p>
    </PlainFrame>
  );
}

/** Says why an answer is missing, and what can be done. */
export function Trouble({
  problem,
  again,
  hasValue = false,
}: {
  problem: ApiProblem;
  again(): void;
  hasValue?: boolean;
}) {
  if (isOfUnknownTag(problem)) return <NoTag />;
  return (
    <div class="notice" role="status">
      <p>{sayingOf(problem, hasValue)}</p>
      <button
        type="button"
        onClick={() => {
          again();
          // What failed beside it failed for the same reason.
          askFailed();
        }}
      >
        {trouble.again}
      </button>
    </div>
  );
}

interface AwaitProps<T> {
  question: Question<T>;
  value: T | undefined;
  problem: ApiProblem | undefined;
  /** Heights of what takes the place of the value while it is on its way. */
  bones?: readonly number[];
}

/** What stands where an answer is not there: why, or room for it. */
export function Await<T>({ question, value, problem, bones = [] }: AwaitProps<T>) {
  if (problem)
    return <Trouble problem={problem} hasValue={value !== undefined} again={() => void refresh(question)} />;
  return value === undefined && bones.length > 0 ? <Bones heights={bones} /> : null;
}

/** Room for what is on its way, at about its size. */
export function Bones({ heights }: { heights: readonly number[] }) {
  return (
    <div role="status" aria-label={trouble.loading}>
      {heights.map((height) => (
        <span class="bone" key={height} style={{ height: `${height}px`, marginTop: "24px" }} />
      ))}
    </div>
  );
}
