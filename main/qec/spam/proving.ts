/** The first of the plans, cheapest first, whose compiled form holds; null where none does. */
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

/** The same function, asked once for each pair of objects: answers last as long as both. Neither may change meanwhile. */
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
