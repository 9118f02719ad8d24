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
