/** Restores a batch from the browser's storage. Pure. */
import type { TypedCircuit } from '../../../job-form/fields/batch-fields'
import { FIRST_FIELDS } from '../../../job-form/fields/submit-fields'

export type UnnumberedCircuit = Omit<TypedCircuit, 'id'>

export const EMPTY_CIRCUIT: UnnumberedCircuit = { name: '', shots: '', text: '', parameters: '', saved: '' }

/**
 * Fields that are missing in data of an earlier version, or have another type, get their defaults. An entry that is no
 * circuit is left out, and counted as `unreadable`.
 */
export function restored(stored: unknown) {
  const { fields, circuits } = (stored ?? {}) as { fields?: unknown; circuits?: unknown }
  const entries: readonly unknown[] = Array.isArray(circuits) ? circuits : []
  const readable = entries.filter(isObject)
  return {
    fields: textsOf(FIRST_FIELDS, fields),
    circuits: readable.map(circuit => textsOf(EMPTY_CIRCUIT, circuit)),
    unreadable: entries.length - readable.length,
  }
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The fields of `first`, with the values of `stored` where these have the same type. */
function textsOf<Fields extends object>(first: Fields, stored: unknown): Fields {
  const given = isObject(stored) ? (stored as Record<string, unknown>) : {}
  const same = Object.entries(first).map(([name, value]) => [
    name,
    typeof given[name] === typeof value ? given[name] : value,
  ])
  return Object.fromEntries(same)
}
