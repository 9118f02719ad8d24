/** Resolution of one chiplet under one calibration. */
import type { DeviceState } from '../../backends/backends'
import { protocolsOf } from '../../contract/calibration/feedforward'
import type { Protocol } from '../../contract/model/protocols'
import type { NoiseModel } from '../../qec/model/noise-model'
import { noiseModel } from '../../qec/noise/transform'
import { type Chiplet, usableGraph } from '../../qec/noise/vetoes'
import { preservesFaultTolerance } from '../../qec/proof/verdict'
import { compileRound } from '../../qec/schedule/compile'
import type { Limits } from '../../qec/search/enumerate/branch-and-bound'
import {
  type FaultToleranceCheck,
  type ModuleSelection,
  type SelectionContext,
  selectModule,
} from '../../qec/search/enumerate/select'
import { NO_REMEDY, type Obstacle, obstacleOf, scheduleReason } from '../../qec/search/explain/obstacle'
import { ShapeCache } from '../../qec/search/model/compiled-shapes'
import type { ChipletResolution } from '../model/module'
import { resolvedModule } from './resolved-module'

/** Vetoes first, then the best layout of what is left, then its faults and its history. */
export function resolveChiplet(
  device: DeviceState,
  {
    chiplet,
    memory,
    checkpoint,
  }: { readonly chiplet: Chiplet; readonly memory: SelectionMemory; readonly checkpoint: () => void },
): ChipletResolution {
  const { profile, current } = device
  const usable = usableGraph(profile, current, chiplet)
  const { vetoes } = usable
  const noise = noiseModel(profile, current)
  const protocol = protocolsOf(profile)[0]!
  const { demands } = chiplet
  const selection = selectModule(usable.graph, {
    noise,
    selecting: { ...contextFor(memory, protocol), demands },
    checkpoint,
  })
  const name = `chiplet ${chiplet.chiplet_id}`
  if (selection.best === null && hasPins(demands)) return { found: false, chiplet, vetoes, ...unmetPins(name) }
  if (selection.best === null) {
    const rejected = selection.candidates.length
    const obstacle = rejected > 0 ? allRejected(name, rejected) : obstacleOf(name, usable, checkpoint)
    return { found: false, chiplet, vetoes, ...obstacle }
  }
  checkpoint()
  const best = demands?.layout ? candidateOf(selection, demands.layout, noise) : selection.best
  if (best === null) return { found: false, chiplet, vetoes, ...notACandidate(name, current.calibration_id) }
  const module = resolvedModule({ device, chiplet, vetoes, noise, protocol, selection, best }, checkpoint)
  return { found: true, chiplet, vetoes, compiled: best, module }
}

const hasPins = (demands: Chiplet['demands']) =>
  demands !== undefined && demands.pinned_qubits.length + demands.pinned_couplings.length > 0

const unmetPins = (name: string): Obstacle => ({
  ...NO_REMEDY,
  status: 'no_embedding',
  reason: `No layout on ${name} was found that uses every pinned qubit and coupling.`,
})

/** The candidate on exactly these sites, where there is one and its schedule is fault tolerant. */
function candidateOf({ candidates }: ModuleSelection, layout: readonly number[], noise: NoiseModel) {
  const asked = layout.join('.')
  const found = candidates.find(({ layout: { data, ancilla, flag, routing }, ft_preserved }) => {
    return ft_preserved && [...data, ancilla, flag, ...routing].join('.') === asked
  })
  return found ? compileRound(found.plan, noise) : null
}

const notACandidate = (name: string, calibration_id: string): Obstacle => ({
  ...NO_REMEDY,
  status: 'no_embedding',
  reason: `The layout that was asked for is not among the candidates of ${name} under ${calibration_id}: choose one of those.`,
})

const allRejected = (name: string, rejected: number): Obstacle => ({
  ...NO_REMEDY,
  status: 'disqualified',
  reason: scheduleReason(name, rejected),
})

/** Cache that does not depend on the calibration. */
export interface SelectionMemory extends Pick<SelectionContext, 'shapes'> {
  /** Fault-tolerance check of each protocol, with the decoder that runs of a module use. */
  readonly checks: Readonly<Record<Protocol, FaultToleranceCheck>>
  /** The limits of the service where left out. */
  readonly limits?: Limits
}

export const contextFor = ({ checks, ...rest }: SelectionMemory, protocol: Protocol): SelectionContext => ({
  ...rest,
  isFaultTolerant: checks[protocol],
})

export const newMemory = (): SelectionMemory => ({
  shapes: new ShapeCache(),
  checks: { adaptive: rememberedCheck('adaptive'), 'cyclic-window': rememberedCheck('cyclic-window') },
})

const VERDICTS_KEPT = 20_000

/**
 * Keyed by what the circuit does: whether it is fault tolerant does not depend on the calibration. Only the verdict is
 * kept, not the report: its tables name sites and idle windows, which differ between rounds of one key.
 */
function rememberedCheck(protocol: Protocol): FaultToleranceCheck {
  const known = new Map<string, boolean>()
  return (key, circuit) => {
    const before = known.get(key)
    if (before !== undefined) return before
    const ft_preserved = preservesFaultTolerance(circuit(), protocol)
    if (known.size >= VERDICTS_KEPT) known.clear()
    known.set(key, ft_preserved)
    return ft_preserved
  }
}
