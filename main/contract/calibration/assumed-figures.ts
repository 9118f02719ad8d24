/**
 * Figures that a device may leave out: one rule each. The number that is used and the text that describes it come from the same
 * rule, so they cannot disagree.
 */
import { labelled, labelsOf } from '../model/qubit-labels'
import { type DeviceProfile, MEASURE_AND_FLIP } from './device-profile'
import { feedforwardOf } from './feedforward'
import { figureName, withUnit } from './figure-names'
import type { CalibrationQubit, CalibrationSnapshot } from './snapshot'

/** An assumed value: stated by the profile, or computed from the qubit's own figures. */
export interface Assumption {
  readonly value: number
  /** Terms of the assumption; none where the profile states the value itself. */
  readonly terms: readonly AssumptionTerm[]
  readonly sign: '+' | '×'
  /** Upper limit of the value. */
  readonly limit?: AssumptionTerm
}

interface AssumptionTerm {
  readonly name: string
  readonly value: number
}

export type QubitFigures = Partial<
  Pick<
    CalibrationQubit,
    | 'gate_1q_length_ns'
    | 'readout_length_ns'
    | 'reset_length_ns'
    | 'reset_fidelity'
    | 'fidelity_1q'
    | 'readout_fidelity'
  >
>

const stated = (value: number): Assumption => ({ value, terms: [], sign: '+' })

const sumOf = (terms: readonly AssumptionTerm[]): Assumption => ({
  value: terms.reduce((sum, { value }) => sum + value, 0),
  terms,
  sign: '+',
})

const productOf = (terms: readonly AssumptionTerm[], limit?: AssumptionTerm): Assumption => {
  const value = terms.reduce((product, term) => product * term.value, 1)
  return { value: Math.min(value, limit?.value ?? value), terms, sign: '×', ...(limit ? { limit } : {}) }
}

/** Assumed figure of a qubit; null where the qubit lacks a figure that the assumption needs and that may not itself be assumed. */
type Rule = (qubit: QubitFigures, profile: DeviceProfile) => Assumption | null

function resetLength(qubit: QubitFigures, profile: DeviceProfile): Assumption | null {
  const { reset_length_ns } = profile.assumed
  if (reset_length_ns !== MEASURE_AND_FLIP) return stated(reset_length_ns)
  const { latency_ns } = feedforwardOf(profile)
  if (latency_ns === null) return null
  return sumOf([
    { name: 'readout', value: lengthOf(profile, qubit, 'readout_length_ns') },
    { name: 'feed-forward latency', value: latency_ns },
    { name: 'pulse', value: lengthOf(profile, qubit, 'gate_1q_length_ns') },
  ])
}

function resetFidelity(qubit: QubitFigures, { assumed }: DeviceProfile): Assumption | null {
  if (assumed.reset_fidelity !== MEASURE_AND_FLIP) return stated(assumed.reset_fidelity)
  const { readout_fidelity, fidelity_1q } = qubit
  if (readout_fidelity == null || fidelity_1q == null) return null
  return productOf([
    { name: 'readout fidelity', value: readout_fidelity },
    { name: 'single-qubit fidelity', value: fidelity_1q },
  ])
}

/** One row for each figure of a qubit that may be assumed. */
const QUBIT_RULES = {
  gate_1q_length_ns: (_, { assumed }) => stated(assumed.gate_1q_length_ns),
  readout_length_ns: (_, { assumed }) => stated(assumed.readout_length_ns),
  reset_length_ns: resetLength,
  reset_fidelity: resetFidelity,
} as const satisfies Record<string, Rule>

export type AssumableFigure = keyof typeof QUBIT_RULES
export const ASSUMABLE = Object.keys(QUBIT_RULES) as AssumableFigure[]

/** Figure of a qubit as published, else by its rule; null where neither gives it. */
export const figureOf = (profile: DeviceProfile, qubit: QubitFigures, figure: AssumableFigure): number | null =>
  qubit[figure] ?? QUBIT_RULES[figure](qubit, profile)?.value ?? null

/** Length in ns as published, else the profile's; the profile always states these two. */
const lengthOf = (
  profile: DeviceProfile,
  qubit: QubitFigures,
  figure: 'gate_1q_length_ns' | 'readout_length_ns',
): number => qubit[figure] ?? profile.assumed[figure]

/** T2 between decoupling pulses by the profile's factor, microseconds; null where the profile has none. */
export function refocusedAssumption(
  { assumed: { dd_t2_factor } }: Pick<DeviceProfile, 'assumed'>,
  { t1_us, t2_us }: { readonly t1_us: number | null; readonly t2_us: number },
): Assumption | null {
  if (dd_t2_factor === undefined) return null
  const limit = t1_us === null ? undefined : { name: '2·T1', value: 2 * t1_us }
  return productOf(
    [
      { name: 'decoupling factor', value: dd_t2_factor },
      { name: 'T2', value: t2_us },
    ],
    // A published T2 above 2·T1 stays as it is.
    limit && limit.value < t2_us ? { name: 'T2', value: t2_us } : limit,
  )
}

/** Which parts use an assumed figure, and by which values. */
export interface AssumedUse {
  readonly figure: AssumableFigure | 'cz_length_ns' | 'feedforward_latency_ns'
  /** `qubit 4`, `edge 4-5` or `device`, each with its value. */
  readonly uses: readonly { readonly part: string; readonly assumption: Assumption }[]
  /** Qubits or edges looked at. */
  readonly of: number
}

/** Figures that the snapshot lacks for these qubits, by the profile's rules. */
export function assumedOfQubits(
  profile: DeviceProfile,
  { qubits }: Pick<CalibrationSnapshot, 'qubits'>,
  within: ReadonlySet<number>,
): AssumedUse[] {
  const here = qubits.filter(({ index }) => within.has(index))
  const labels = labelsOf(profile.qubits)
  return ASSUMABLE.map(figure => ({
    figure,
    uses: here.flatMap(qubit => {
      const assumption = qubit[figure] === null ? QUBIT_RULES[figure](qubit, profile) : null
      return assumption ? [{ part: `qubit ${labelled(qubit.index, labels)}`, assumption }] : []
    }),
    of: here.length,
  }))
}

/** The latency of a device that has feed-forward and whose profile does not call it published or measured. */
export function assumedLatency(profile: DeviceProfile): AssumedUse[] {
  const { latency_ns, basis } = feedforwardOf(profile)
  if (latency_ns === null || basis !== 'assumed') return []
  return [{ figure: 'feedforward_latency_ns', uses: [{ part: 'device', assumption: stated(latency_ns) }], of: 1 }]
}

export const assumedEdges = (profile: DeviceProfile, edges: readonly string[], of: number): AssumedUse => ({
  figure: 'cz_length_ns',
  uses: edges.map(part => ({ part, assumption: stated(profile.assumed.cz_length_ns) })),
  of,
})

const shown = (value: number): string => String(Number(value.toPrecision(6)))

/** e.g. `readout 2400 + feed-forward latency 500 + pulse 32`, and the upper limit where there is one. */
function madeOf({ terms, sign, limit }: Assumption): string {
  const sum = terms.map(({ name, value }) => `${name} ${shown(value)}`).join(` ${sign} `)
  return limit ? `${sum}, at most ${limit.name} = ${shown(limit.value)}` : sum
}

/**
 * The value, in the unit of `figure` where one is named, and the terms it is computed from, e.g. `76 (decoupling factor 1.9 × T2
 * 40, at most 2·T1 = 90)`.
 */
export const assumptionText = (assumption: Assumption, figure = ''): string =>
  withUnit(figure, shown(assumption.value)) + (assumption.terms.length === 0 ? '' : ` (${madeOf(assumption)})`)

/** e.g. `reset length 2932 ns (readout 2400 + feed-forward latency 500 + pulse 32) for all 9 qubits`. */
export function assumedText({ figure, uses, of }: AssumedUse): string {
  const where = wordsOfParts(
    uses.map(({ part }) => part),
    of,
  )
  const values = uses.map(({ assumption }) => assumption.value)
  const [low, high] = [Math.min(...values), Math.max(...values)]
  const { assumption } = uses[0]!
  const name = figureName(figure)
  if (low === high) {
    const made = new Set(uses.map(use => madeOf(use.assumption)))
    return `${name} ${made.size === 1 ? assumptionText(assumption, figure) : `${withUnit(figure, shown(low))} (${namesOf(assumption)})`}${where}`
  }
  return `${name} ${shown(low)} to ${withUnit(figure, shown(high))} (${namesOf(assumption)})${where}`
}

const namesOf = ({ terms, sign }: Assumption): string => terms.map(({ name }) => name).join(` ${sign} `)

function wordsOfParts(parts: readonly string[], of: number): string {
  if (parts[0] === 'device') return ''
  return ` for ${parts.length === of ? `all ${of} ${parts[0]!.split(' ')[0]}s` : parts.join(', ')}`
}
