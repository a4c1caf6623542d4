/** Objects, which are known again as themselves and not by what they hold, and values. */
type Beside = readonly (object | string | number | boolean | null)[];

/**
 * Makes a view of one object and what stands beside it, and gives it again while they are the same. Holds on to none of them: a
 * report whose view held the report before it would hold, by that one's view, all that came before.
 */
export function madeOnce<One extends object, View>(): (one: One, beside: Beside, make: () => View) => View {
  const cache = new WeakMap<One, { beside: readonly unknown[]; view: View }>();
  return (one, beside, make) => {
    const entry = cache.get(one);
    if (entry && isSame(entry.beside, beside)) return entry.view;
    const view = make();
    cache.set(one, {
      beside: beside.map((each) => (typeof each === "object" && each !== null ? new WeakRef(each) : each)),
      view,
    });
    return view;
  };
}

const isSame = (refs: readonly unknown[], beside: Beside): boolean =>
  refs.length === beside.length &&
  refs.every((one, at) => (one instanceof WeakRef ? one.deref() : one) === beside[at]);
