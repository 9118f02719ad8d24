/** The vendor's own names of qubits beside our indices. */
import { z } from 'zod'

/** Labels by index, only where the vendor's name differs from the index; `q5` for 5 does not. */
export const QubitLabels = z.record(z.string(), z.string())
export type QubitLabels = z.infer<typeof QubitLabels>

interface LabelledQubit {
  readonly index: number
  readonly label: string
}

const known = new WeakMap<readonly LabelledQubit[], QubitLabels>()

/** Labels of a device's or a snapshot's qubits; returns the same object for the same list. */
export function labelsOf(qubits: readonly LabelledQubit[]): QubitLabels {
  const found = known.get(qubits) ?? differing(qubits)
  known.set(qubits, found)
  return found
}

const differing = (qubits: readonly LabelledQubit[]): QubitLabels =>
  Object.fromEntries(
    qubits.filter(({ index, label }) => label.replace(/^q/i, '') !== String(index)).map(q => [q.index, q.label]),
  )

/** `5 (QB6)`, and `5` where the vendor calls it the same. */
export function labelled(index: number, labels: QubitLabels | undefined): string {
  const label = labels?.[index]
  return label === undefined ? String(index) : `${index} (${label})`
}

/** `4-5 (QB5-QB6)`, smaller index first; the window writes a longer dash. */
export function labelledPair(
  a: number,
  b: number,
  { labels, dash = '-' }: { readonly labels: QubitLabels | undefined; readonly dash?: '-' | '–' },
): string {
  const [low, high] = a < b ? [a, b] : [b, a]
  const names = [low, high].map(index => labels?.[index] ?? String(index))
  const pair = `${low}${dash}${high}`
  return names.join(dash) === pair ? pair : `${pair} (${names.join(dash)})`
}

/** The labels of some qubits; undefined where none of them has one. */
export function labelsAmong(labels: QubitLabels, qubits: readonly number[]): QubitLabels | undefined {
  const some = qubits.flatMap(index => (labels[index] === undefined ? [] : [[index, labels[index]] as const]))
  return some.length === 0 ? undefined : Object.fromEntries(some)
}
