/** Everything a snapshot says about one part, with units, for the panel beside the map. */
import type { MadeCz } from '../../../../main/contract/calibration/compound-cz'
import {
  type CalibrationQubit,
  type CalibrationSnapshot,
  type CalibrationSummary,
  infidelityOf,
} from '../../../../main/contract/calibration/snapshot'
import type { QubitFigure } from '../../../../main/contract/calibration/snapshot-comparison'
import { utc } from '../../../../main/contract/model/iso-time'
import { labelled, labelledPair, labelsOf } from '../../../../main/contract/model/qubit-labels'
import { microseconds, percent, wholeNanoseconds } from '../format/quantity'
import { czError, czsIn, edgeId, type MappedDevice, QUBIT_FIGURES, qubitId } from './calibration-map'

export type Fact = readonly [name: string, value: string]

const service = (reason: string | null) => (reason === null ? 'in service' : `out of service: ${reason}`)

export const qubitFacts = (qubit: CalibrationQubit): Fact[] => [
  ['Label', qubit.label],
  ['State', service(qubit.out_of_service)],
  ['1q gate error 1 − F', percent(infidelityOf(qubit.fidelity_1q))],
  ['Readout error 1 − F', percent(infidelityOf(qubit.readout_fidelity))],
  ['Reset error 1 − F', percent(infidelityOf(qubit.reset_fidelity))],
  ['T1', microseconds(qubit.t1_us)],
  ['T2', microseconds(qubit.t2_us)],
  ['T2 echo', microseconds(qubit.t2_echo_us)],
  ['1q gate length', wholeNanoseconds(qubit.gate_1q_length_ns)],
  ['Readout length', wholeNanoseconds(qubit.readout_length_ns)],
  ['Reset length', wholeNanoseconds(qubit.reset_length_ns)],
]

export const edgeFacts = ({ edge, recipe, whole, cycle }: MadeCz): Fact[] => [
  ['Gate', edge.gate.toUpperCase()],
  ['State', service(edge.out_of_service)],
  [cycle ? 'Error of an XEB cycle 1 − F' : 'Gate error 1 − F', percent(czError(edge))],
  ...(cycle ? [['Gate error, one-qubit gates taken off', percent(cycle.native)] as const] : []),
  ...(edge.gate === 'cz'
    ? []
    : [['CZ error 1 − F', `${percent(whole)}, made of ${recipe.uses} ${edge.gate.toUpperCase()}`] as const]),
  ['Length', wholeNanoseconds(edge.duration_ns)],
]

/** Medians of a snapshot, errors as 1 − F. */
export const medianFacts = ({ median }: Pick<CalibrationSummary, 'median'>): Fact[] => [
  ['T1', microseconds(median.t1_us)],
  ['T2', microseconds(median.t2_us)],
  ['1q gate error 1 − F', percent(infidelityOf(median.fidelity_1q))],
  ['Readout error 1 − F', percent(infidelityOf(median.readout_fidelity))],
  ['CZ error 1 − F', percent(infidelityOf(median.cz_fidelity))],
]

const known = (value: number | null, write: (value: number) => string) => (value === null ? 'unknown' : write(value))

/** The figures of a qubit that decide what it is good for, in a line. */
export function qubitReading(qubit: CalibrationQubit): string {
  if (qubit.out_of_service !== null) return service(qubit.out_of_service)
  const error = (name: string, fidelity: number | null) => `${name} error ${known(infidelityOf(fidelity), percent)}`
  return [
    error('Readout', qubit.readout_fidelity),
    error('one-qubit gate', qubit.fidelity_1q),
    error('reset', qubit.reset_fidelity),
    `T1 ${known(qubit.t1_us, microseconds)}`,
    `T2 ${known(qubit.t2_us, microseconds)}`,
  ].join(', ')
}

/** The error of the CZ of a coupling with what makes it, in a line. */
export function czReading({ edge, recipe, whole }: MadeCz): string {
  if (edge.out_of_service !== null) return service(edge.out_of_service)
  const made =
    edge.gate === 'cz' ? known(edge.duration_ns, wholeNanoseconds) : `made of ${recipe.uses} ${edge.gate.toUpperCase()}`
  return `CZ error ${known(whole, percent)}, ${made}`
}

/** Shown while no part of the map is chosen. */
export const HOW_TO_READ =
  'Point at a qubit or a coupling, click it, or go there with the arrow keys to read its figures.'

/** The coloured figure of one part with its unit and date, in a line; `HOW_TO_READ` where no part is chosen. */
export function readingText(
  backend: MappedDevice,
  snapshot: CalibrationSnapshot,
  { figure, part }: { readonly figure: QubitFigure; readonly part: string | null },
): string {
  const labels = labelsOf(backend.qubits)
  const date = utc(snapshot.calibrated_at)
  const qubit = snapshot.qubits.find(({ index }) => qubitId(index) === part)
  if (qubit !== undefined) {
    const { scale, read } = QUBIT_FIGURES[figure]
    const value = scale.unit === 'us' ? microseconds(read(qubit)) : percent(read(qubit))
    const said = qubit.out_of_service === null ? `${scale.title} ${value}` : service(qubit.out_of_service)
    return `Qubit ${labelled(qubit.index, labels)}: ${said}, ${date}`
  }
  const made = [...czsIn(snapshot).values()].find(({ edge }) => edgeId(edge.a, edge.b) === part)
  if (made === undefined) return HOW_TO_READ
  const { edge, whole } = made
  const said = edge.out_of_service === null ? `CZ error 1 − F ${percent(whole)}` : service(edge.out_of_service)
  return `Coupling ${labelledPair(edge.a, edge.b, { labels, dash: '–' })}: ${said}, ${date}`
}
