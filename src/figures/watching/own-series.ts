import type { Provider } from "../../reader/provider.ts";
import type { DatedPoint } from "../trend.ts";
import { watchSeries } from "./shifts.ts";

/**
 * Assistants whose own series judges the newest report of this one, as far as its points tell without the answers: where other assistants
 * came or went, one may have been asked the same as before, so it counts as if it had.
 */
export function judgedByOwnSeries(points: readonly DatedPoint[]): Provider[] {
  const newest = points.at(-1)?.point.providers ?? [];
  return newest
    .map(({ provider }) => provider)
    .filter((provider) => watchSeries(ownPoints(points, provider)).newest !== null);
}

function ownPoints(points: readonly DatedPoint[], provider: Provider): DatedPoint[] {
  const asking = points.filter(({ point }) => point.providers.some((each) => each.provider === provider));
  let asked = 0;
  return asking.map((dated, at) => {
    const { point } = dated;
    const before = asking[at - 1]?.point;
    if (before && namesOf(before) === namesOf(point) && termsOf(before) !== termsOf(point)) asked += 1;
    const own = point.providers.find((each) => each.provider === provider)!;
    const { answers = point.answers } = own;
    const terms = { promptSet: String(asked), surfaces: [], answers, providers: [own] };
    return { ...dated, point: { ...point, ...terms } };
  });
}

const namesOf = ({ providers }: DatedPoint["point"]): string =>
  providers
    .map(({ provider }) => provider)
    .sort()
    .join();

const termsOf = ({ promptSet, surfaces }: DatedPoint["point"]): string =>
  [promptSet, ...surfaces.toSorted()].join();
