import type { ParametricCircuit } from '../../../../main/contract/jobs/circuit'

/** Whether two circuits say the same, in whatever order their fields were written. */
export const hasSameFields = (one: ParametricCircuit, other: ParametricCircuit): boolean =>
  JSON.stringify(one, sorted) === JSON.stringify(other, sorted)

const sorted = (_key: string, value: unknown): unknown =>
  value !== null && typeof value === 'object' && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value
