/**
 * The compiled form of the first plan, in the order given, for which `holds` is true; null where it is true for none.
 */
export function firstProven<Plan, Compiled>(
  plans: readonly Plan[],
  compile: (plan: Plan) => Compiled,
  holds: (compiled: Compiled) => boolean,
): Compiled | null {
  for (const plan of plans) {
    const compiled = compile(plan)
    if (holds(compiled)) return compiled
  }
  return null
}

/** `f` with its answers remembered for as long as both objects of a pair live. Neither object may change meanwhile. */
export function memoizedByPair<A extends object, B extends object, T>(f: (a: A, b: B) => T): (a: A, b: B) => T {
  const known = new WeakMap<A, WeakMap<B, { readonly answer: T }>>()
  return (a, b) => {
    const ofA = known.get(a) ?? new WeakMap<B, { readonly answer: T }>()
    known.set(a, ofA)
    const found = ofA.get(b) ?? { answer: f(a, b) }
    ofA.set(b, found)
    return found.answer
  }
}
