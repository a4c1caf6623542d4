import type { MeasurementPlan } from "../../api/questions.ts";
import { along } from "../../figures/along.ts";
import { inDigits } from "../../figures/number.ts";
import { percentRange } from "../../figures/rate.ts";
import { welcome } from "../../words/welcome.ts";
import { unknown } from "../../words.ts";

const words = welcome.plan;

export type Spent = MeasurementPlan | MeasurementPlan["alternatives"][number];

/** A forecast is dashed: it is no data. */
export function PlanRow({ name, spent, own = false }: { name: string; spent: Spent; own?: boolean }) {
  const { expected_interval, half_width, asks, cost_usd, minutes } = spent;
  const [low = 0, high = 0] = expected_interval;
  return (
    <tr class={own ? "own" : ""}>
      <th scope="row">
        {name}
        <span class="m2">{words.of(spent.prompts, spent.engines, spent.runs)}</span>
      </th>
      <td class="plot pic">
        <svg aria-hidden="true">
          <line class="r-ax" x1="0" x2="100%" y1="50%" y2="50%" />
          <svg y="50%" overflow="visible">
            {high > low && <rect class="plan" x={along(low)} width={along(high - low)} y="-6" height="12" />}
          </svg>
        </svg>
        <span class="m2">
          {percentRange(expected_interval)}, {words.about(half_width)}
        </span>
      </td>
      <td class="num">{inDigits(asks)}</td>
      <td class="num">
        {cost_usd === null ? (
          <span class="soft">{unknown}</span>
        ) : cost_usd === 0 ? (
          words.free
        ) : (
          `$${cost_usd.toFixed(2)}`
        )}
      </td>
      <td class="num wide">{words.minutes(minutes)}</td>
    </tr>
  );
}
