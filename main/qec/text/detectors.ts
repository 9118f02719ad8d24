/** Detectors and observables of an experiment, on the path of a shot without a repeat. */
import { generatorMask } from '../code/five-qubit'
import { LOGICAL_OF, supportMask } from '../code/logical-readout'
import { multiply, pauliString } from '../code/pauli'
import { experimentPlanes, type MemoryExperiment } from '../experiment/memory'
import type { Pauli5 } from '../model/fault'
import { attemptPlane, checkBit, type ExtraPlanes } from '../program/extra-planes'
import { dataPlane, type PlaneLayout, planeLayout, roundPlane } from '../schedule/plane-layout'
import { RING_CHECKS } from '../schedule/ring-state'
import { turnedChecks } from '../spam/measurement-ops'

/** Bits whose parity has its noiseless value unless a fault changes it. */
interface Detector {
  readonly name: string
  /**
   * `index`: which generator or check; `kind`: 0 for an outcome, 1 for a flag; `time`: the round, 0 for the
   * preparation, rounds + 1 for the readout.
   */
  readonly at: readonly [index: number, kind: 0 | 1, time: number]
  readonly bits: readonly number[]
}

export interface Annotations {
  readonly detectors: readonly Detector[]
  /** Bits whose parity is the logical outcome. */
  readonly observable: readonly number[]
}

/**
 * The readout is compared with the syndrome of the last round, since a projective preparation chooses signs at random.
 */
export function annotationsOf(experiment: MemoryExperiment): Annotations {
  const { mode, rounds, protocol, closing, preparation } = experiment
  const layout = planeLayout(mode, { rounds, protocol, closing })
  const planes = experimentPlanes(layout, experiment)
  const from = preparation ? 1 : 0
  const each = Array.from({ length: rounds + 1 - from }, (_, i) => from + i)
  const readout = experiment.measurement ? measured(experiment, layout, planes) : checked(experiment, layout)
  return {
    detectors: [
      ...(preparation ? attempt(preparation.centres, planes) : []),
      ...each.flatMap(round => [0, 1, 2, 3].flatMap(k => extraction(layout, { round, k }, from))),
      ...readout.detectors,
    ],
    observable: readout.observable,
  }
}

const attempt = (centres: readonly number[], planes: ExtraPlanes): Detector[] =>
  centres.flatMap((centre, j) => {
    const of = `${pauliString(RING_CHECKS[centre]!)} of the preparation`
    return [
      { name: `check ${of}`, at: [j, 0, 0], bits: [attemptPlane(planes, 0, checkBit(`a${j}`))] },
      { name: `flag of check ${of}`, at: [j, 1, 0], bits: [attemptPlane(planes, 0, checkBit(`f${j}`))] },
    ]
  })

/**
 * Round 0 has nothing to compare its outcome with; after a verified preparation round 1, the first of which is `from`, compares
 * with the code's own signs.
 */
function extraction(
  layout: PlaneLayout,
  { round, k }: { readonly round: number; readonly k: number },
  from: number,
): Detector[] {
  const bit = (kind: 'a' | 'f', at: number) => roundPlane(layout, { round: at, kind, generator: k })
  const flag: Detector = { name: `flag of generator ${k}, round ${round}`, at: [k, 1, round], bits: [bit('f', round)] }
  if (round === 0) return [flag]
  const name = round > from ? `generator ${k}, rounds ${round - 1} and ${round}` : `generator ${k}, round ${round}`
  const bits = round > from ? [bit('a', round - 1), bit('a', round)] : [bit('a', round)]
  return [flag, { name, at: [k, 0, round], bits }]
}

/** Outcomes of the last round whose product is the stabilizer. */
const lastRound = (layout: PlaneLayout, stabilizer: Pauli5): number[] =>
  [0, 1, 2, 3]
    .filter(k => (generatorMask(stabilizer) >> k) & 1)
    .map(k => roundPlane(layout, { round: layout.rounds, kind: 'a', generator: k }))

function checked({ readout, state, rounds }: MemoryExperiment, layout: PlaneLayout): Annotations {
  const { check, representative } = readout
  const data = (p: Pauli5) => [0, 1, 2, 3, 4].filter(i => (supportMask(p) >> i) & 1).map(i => dataPlane(layout, i))
  const name = `check ${pauliString(check)} of the readout`
  const { logical } = LOGICAL_OF[state]
  return {
    detectors: [{ name, at: [0, 0, rounds + 1], bits: [...data(check), ...lastRound(layout, check)] }],
    observable: [...data(representative), ...lastRound(layout, multiply(representative, logical))],
  }
}

function measured(
  { measurement, state, rounds }: MemoryExperiment,
  layout: PlaneLayout,
  planes: ExtraPlanes,
): Annotations {
  const checks = turnedChecks(state)
  const plane = (name: string) => planes.measurement! + checkBit(name)
  const read = measurement!.centres.map(i => checks[i]!)
  const first = read[0]!
  const agreement = (j: number): Detector => ({
    name: `outcomes of ${pauliString(first)} and ${pauliString(read[j]!)} in the readout`,
    at: [j, 0, rounds + 1],
    bits: [plane('a0'), plane(`a${j}`), ...lastRound(layout, multiply(first, read[j]!))],
  })
  const flag = (j: number): Detector => ({
    name: `flag of ${pauliString(read[j]!)} in the readout`,
    at: [j, 1, rounds + 1],
    bits: [plane(`f${j}`)],
  })
  return {
    detectors: [flag(0), flag(1), agreement(1), flag(2), agreement(2)],
    observable: [plane('a0'), ...lastRound(layout, multiply(first, LOGICAL_OF[state].logical))],
  }
}
