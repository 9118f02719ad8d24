/**
 * The encoded experiment as frame programs: product state, projection (round 0), R rounds, destructive readout.
 *
 * Physical triggers compare with the reference syndrome, which is what round 0 or the last repeat measured. The circuit
 * therefore does not depend on the decoder, and its bits can be decoded again later.
 */
import type { CardinalState, RunMode } from '../../contract/model/protocols'
import type { Readout } from '../code/logical-readout'
import type { CompiledRound } from '../model/round'
import type { FaultRates } from '../noise/rates'
import { WINDOW_REGISTERS } from '../program/cyclic-window'
import { type ExtraPlanes, extraPlanes } from '../program/extra-planes'
import type { FrameOp, FrameProgram } from '../program/frame'
import { type LocalQubit, localQubits } from '../program/noisy-ops'
import { type PassOps, passOps, REGISTERS, restOfDecision } from '../program/passes'
import { basisGate, preparedState } from '../program/product-state'
import {
  dataPlane,
  type PlaneLayout,
  planeLayout,
  type RunProtocol,
  type WindowClosing,
} from '../schedule/plane-layout'
import type { CompiledMeasurement } from '../spam/measurement-circuit'
import { measurementOps } from '../spam/measurement-ops'
import type { CompiledPreparation } from '../spam/preparation-circuit'
import { EXTRA_REGISTERS, PREPARATION_ATTEMPTS, verifiedOps } from '../spam/verified-preparation'

export interface MemoryExperiment {
  readonly compiled: CompiledRound
  readonly rates: FaultRates
  readonly readout: Readout
  readonly mode: RunMode
  readonly state: CardinalState
  readonly rounds: number
  /** `adaptive` unless given; detection knows no difference. */
  readonly protocol?: RunProtocol
  /** `extraction` unless given; of cyclic-window only. */
  readonly closing?: WindowClosing
  /** Verified preparation; projective (round 0) where it is left out. */
  readonly preparation?: CompiledPreparation
  /** Most attempts of the verified preparation; PREPARATION_ATTEMPTS unless given. */
  readonly attempts?: number
  /** The fault-tolerant logical measurement; a product measurement in `readout`'s basis where it is left out. */
  readonly measurement?: CompiledMeasurement
}

/** Where the bits of an experiment lie beyond `planeLayout`. */
export const experimentPlanes = (
  layout: PlaneLayout,
  {
    mode,
    preparation,
    attempts,
    measurement,
  }: Pick<MemoryExperiment, 'mode' | 'preparation' | 'attempts' | 'measurement'>,
): ExtraPlanes =>
  extraPlanes(layout, mode, {
    attempts: preparation ? (attempts ?? PREPARATION_ATTEMPTS) : 0,
    fault_tolerant_readout: measurement !== undefined,
  })

/**
 * The program of one state and number of rounds; its bits are laid out as `planeLayout` and, after those, `experimentPlanes`
 * say. A verified preparation leaves the code's signs as they are: round 0 is then not run, and its planes stay 0.
 */
export function memoryProgram(experiment: MemoryExperiment): FrameProgram {
  const { compiled, rates, mode, rounds, protocol, closing } = experiment
  const layout = planeLayout(mode, { rounds, protocol, closing })
  const { qubits, local } = localQubits(compiled)
  const planes = experimentPlanes(layout, experiment)
  const read = mode === 'correction' && experiment.measurement !== undefined
  const { first, each, last, registers } = stagesOf(layout, passOps(compiled, { local, rates, layout }), read)
  const places = { local, layout, planes }
  const ops = opening(experiment, first, places)
  for (let later = 0; later < rounds; later++) for (const op of each) ops.push(shifted(op, later * layout.perRound))
  for (const op of [...last, ...closingOps(experiment, places)]) ops.push(op)
  const extra = planes.total > layout.total ? EXTRA_REGISTERS : 0
  return { qubits, bits: planes.total, registers: Math.max(registers, extra), inputs: 0, ops }
}

/** Where the qubits and bits of an experiment are in its program. */
interface ProgramPlaces {
  readonly local: LocalQubit
  readonly layout: PlaneLayout
  readonly planes: ExtraPlanes
}

const opening = (
  experiment: MemoryExperiment,
  projection: readonly FrameOp[],
  { local, planes }: ProgramPlaces,
): FrameOp[] => {
  const { preparation, state, rates } = experiment
  if (preparation) return verifiedOps(preparation, state, { local, rates, planes })
  return [...preparedState(experiment, local), ...projection]
}

const closingOps = (experiment: MemoryExperiment, { local, layout, planes }: ProgramPlaces): FrameOp[] => {
  const { measurement, state, mode, rates } = experiment
  if (!measurement) return [...lastDecision(experiment, local, layout), ...measureData(experiment, local, layout)]
  return measurementOps({ measurement, state, mode, layout, planes }, local, rates)
}

/** Remaining wait of the last decision before the data are read; all later operations begin with A's reset. */
function lastDecision(
  { compiled, rates, rounds, preparation }: MemoryExperiment,
  local: LocalQubit,
  layout: PlaneLayout,
) {
  if (rounds === 0) return preparation ? restOfDecision('all', { compiled, local, rates }) : []
  if (layout.perRound === 12) return restOfDecision('adaptive', { compiled, local, rates })
  return layout.tail > 0 ? restOfDecision('window', { compiled, local, rates }) : []
}

/**
 * Operations of round 0, of round 1 (the later ones are like it) and of what closes the last, chosen by the planes of a
 * round. `read`: the logical measurement compares with the references, so they are followed even where nothing closes
 * windows.
 */
function stagesOf(layout: PlaneLayout, pass: PassOps, read: boolean) {
  if (layout.perRound === 12) return { first: pass.project(), each: pass.adaptive(1), last: [], registers: REGISTERS }
  if (layout.tail === 0 && !read) return { first: pass.flagged(0), each: pass.flagged(1), last: [], registers: 0 }
  const last = layout.tail === 0 ? [] : pass.close()
  return { first: pass.project(), each: pass.windowed(1), last, registers: WINDOW_REGISTERS }
}

/** The same operation `planes` planes later: only the bits that it names are shifted. */
function shifted(op: FrameOp, planes: number): FrameOp {
  if (op.op === 'measure') return { ...op, bit: op.bit + planes }
  return 'from' in op && op.from === 'bit' ? { ...op, index: op.index + planes } : op
}

export function measureData(
  { compiled, rates, readout }: Pick<MemoryExperiment, 'compiled' | 'rates' | 'readout'>,
  local: LocalQubit,
  layout: PlaneLayout,
): FrameOp[] {
  return compiled.layout.data.flatMap((site, i) => [
    ...basisGate(local(site), readout.basis[i]!, rates.single(site)),
    { op: 'measure', q: local(site), bit: dataPlane(layout, i), flip: rates.readout(site) } as const,
  ])
}
