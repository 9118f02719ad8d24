/** Circuit jobs on the sequencer of a backend: compiled, leased, played batch by batch, and reported as measured. */
import type { DeviceState } from '../../../backends/backends'
import { type Target, targetOf } from '../../../circuits/transpile/model/target'
import { AppError, type Fault } from '../../../contract/model/errors'
import type { Device, Devices } from '../../../device/device'
import { DeviceFailure } from '../../../device/failures'
import type { BitPlanes } from '../../../qec/program/frame'
import { classicalPlanes, isCopied } from '../../../sequencer/bins/classical-bits'
import { shotsPerBatch } from '../../../sequencer/profile/estimate'
import type { TrajectorySimulator } from '../../../simulation/model/trajectory'
import { direct, type Runner } from '../../../worker/runner'
import {
  type CheckedCircuit,
  type CircuitRequest,
  circuitFactsOf,
  type DeviceExecution,
  type DeviceExecutor,
  type DeviceOf,
  type ExecutionContext,
  type ExecutionRequest,
  type HeldExecutor,
  jsonOf,
  NotMeasured,
  type SweepRequest,
  type SweptCircuit,
} from '../../model/execution'
import type { ExecutionResult } from '../../model/execution-result'
import type { DeviceCircuit } from '../../tasks/device/device-program'
import type { FinishedPlanes } from '../../tasks/device/finished-planes'
import { type JobTasks, jobTasks } from '../../tasks/registry'
import { MAX_SECONDS_TRANSPILED, sizeFaults, timeFaults } from '../calibration/calibrated-limits'
import { publishedReadout } from '../calibration/published-readout'
import { executeEachRow } from '../sweeps/row-by-row'
import { type CompiledJob, compiledOnce, sweepCompiler } from './compilers'
import { createHeldLease, deviceAt } from './held-lease'
import { type DeviceOutcome, measure, type Playing } from './measure'
import { storedShots } from './stored-shots'

interface DeviceExecutorOptions {
  /** The sequencers of the lab. */
  readonly devices: Pick<Devices, 'deviceOf'>
  /** The calibrations that circuits are transpiled by. */
  readonly deviceOf: DeviceOf
  /** Simulator of simulated devices for programs that Pauli frames cannot represent exactly. */
  readonly trajectories: Pick<TrajectorySimulator, 'max_qubits'>
  /** Where the long work of jobs is done; left out: on the calling thread. */
  readonly background?: Runner<JobTasks> | undefined
  /** Where work is done that a caller waits for; left out: as `background`. */
  readonly interactive?: Runner<JobTasks> | undefined
}

/** Executor of backends with a sequencer. It has no `rerunShots`, as all measured shots are stored. */
export function deviceExecutor(options: DeviceExecutorOptions): DeviceExecutor {
  const { background = direct(jobTasks), interactive = background } = options
  const placed = placements(options)
  const inputOf = inputs(options, placed)

  async function check(request: CircuitRequest, at: string): Promise<CheckedCircuit> {
    const early = faultsBeforeCompiling(request, { ...options, at, inputOf })
    // For circuits with loops the sequencer's own limits are reported first: their messages name the bound that fits.
    if (early.length > 0 && !circuitFactsOf(request).has_loops) return unplayable(early)
    const { signal, owner, backend } = request
    const { max_runtime_s: most_s = Number.POSITIVE_INFINITY } = backend.limits
    const found = await interactive.run('checkForDevice', { ...inputOf(request), at, most_s }, { signal, owner })
    const faults = [...found.faults, ...slowFaults(found.simulated_s, request, at)]
    return faults.length > 0 || early.length > 0 ? unplayable(faults.length > 0 ? faults : early) : found
  }

  const compiled = (request: ExecutionRequest): Promise<CompiledJob> =>
    background.run('compileForDevice', inputOf(request), { signal: request.signal, owner: request.owner })

  function executing(outcomeOf: OutcomeOf, release: () => void): HeldExecutor {
    const compiledFirst = compiledOnce(compiled, request => placed(request).target.calibration_id)
    const play = async (
      { transpiled, ...played }: CompiledJob,
      request: ExecutionContext,
    ): Promise<ExecutionResult> => {
      const per_batch = shotsPerBatch(played.program, deviceAt(options.devices, request.backend.backend_id).profile)
      const read = (planes: BitPlanes) => readBits(planes, played, request)
      const has_loops = played.loops !== null
      const outcome = await outcomeOf({ program: played.program, per_batch, has_loops, read }, request)
      return { ...outcome, transpiled, calibration_id: played.program.source.calibration_id }
    }
    const rowsOf = (circuit: SweptCircuit) => {
      const compiledRow = sweepCompiler(circuit, { background, placed, compiled: compiledFirst })
      return async (row: number, own: ExecutionContext) => play(await compiledRow(row, own).catch(refused), own)
    }
    return {
      execute: async request => play(await compiledFirst(request).catch(refused), request),
      executeSweep: (request: SweepRequest) => executeEachRow(request, rowsOf(request), background),
      rowsOf,
      release,
    }
  }

  function holding(): HeldExecutor {
    const lease = createHeldLease(options.devices)
    return executing(async (playing, request) => measure(await lease.session(request), playing, request), lease.release)
  }

  /** Classical bits of a batch; on the calling thread where they are only copied. */
  async function readBits(planes: BitPlanes, played: PlayedJob, request: ExecutionContext): Promise<FinishedPlanes> {
    if (played.loops === null && isCopied(played)) return { planes: classicalPlanes(played, planes) }
    const { signal, owner } = request
    return background.run('classicalPlanes', { ...played, planes }, { signal, owner })
  }

  const atDevice = (backend_id: string) => options.devices.deviceOf(backend_id)
  const device: DeviceExecution = {
    check,
    async checkEstimate(request, estimate, at) {
      const early = faultsBeforeCompiling(request, { ...options, at, inputOf })
      if (early.length > 0) return { faults: early, device_time_s: null }
      const { signal, owner } = request
      return interactive.run('checkEstimateForDevice', { ...inputOf(request), estimate, at }, { signal, owner })
    },
    holding,
    fromStored: () => executing(storedShots, () => undefined),
    announce: backend_id => atDevice(backend_id)?.announce('job') ?? (() => {}),
    positionOf: (backend_id, waiting) => atDevice(backend_id)?.positionOf('job', waiting) ?? null,
    abandoned: (backend_id, work) => atDevice(backend_id)?.abandoned(work) ?? (() => {}),
  }

  return {
    validate: async (request, at) => [...(await check(request, at)).faults],
    execute(request) {
      const held = holding()
      return held.execute(request).finally(held.release)
    },
    readout: publishedReadout(options.deviceOf),
    device,
  }
}

type OutcomeOf = (playing: Playing, request: ExecutionContext) => Promise<DeviceOutcome>

const unplayable = (faults: readonly Fault[]): CheckedCircuit => ({ faults, device_time_s: null, most_shots: 0 })

type PlayedJob = Omit<CompiledJob, 'transpiled'>

/** Throws `program_refused` for a circuit that compiling found invalid, else the error itself. */
function refused(error: unknown): never {
  if (!(error instanceof AppError) || error.code !== 'invalid_request') throw error
  throw new DeviceFailure('program_refused', error.message, error.details)
}

/**
 * Why a simulated device needs state vectors: Pauli frames have no non-Clifford gates, no conditions and no exact decay.
 * Null where frames suffice, and for a real device.
 */
function needsTrajectories(
  request: CircuitRequest,
  { simulated, decay }: Pick<Device, 'simulated' | 'decay'>,
): { readonly why: string } | null {
  if (!simulated) return null
  if (decay === 'exact') return { why: 'the simulated chip decays exactly (`decay` in the lab profile)' }
  const { first_non_clifford: gate, first_condition: condition } = circuitFactsOf(request)
  if (gate) return { why: `instruction ${gate.index} (${gate.name}) is not Clifford` }
  return condition && { why: `instruction ${condition.index} (${condition.name}) has a condition` }
}

type CircuitPlacement = Omit<DeviceCircuit, 'json' | 'by_trajectories'>

type CircuitPlacementOf = (request: ExecutionContext | CircuitRequest) => CircuitPlacement

/** Where circuits of a job are played, and by which calibration. */
function placements({ devices, deviceOf }: DeviceExecutorOptions): CircuitPlacementOf {
  const target = targetsOf()
  return ({ backend, shots, options, layout }) => {
    const { backend_id } = backend
    const device = deviceOf(backend_id)
    const snapshot = snapshotOf(device, options.calibration_id)
    const { initial_layout, routing } = options.placement ?? {}
    return {
      shots,
      layout: layout ?? initial_layout,
      routing,
      profile: device.profile,
      snapshot,
      target: target(device, snapshot),
      sequencer: deviceAt(devices, backend_id).profile,
    }
  }
}

/** Input of the thread that transpiles and compiles. */
function inputs({ devices }: DeviceExecutorOptions, placed: CircuitPlacementOf) {
  return (request: CircuitRequest): DeviceCircuit => {
    const device = deviceAt(devices, request.backend.backend_id)
    const by_trajectories = needsTrajectories(request, device) !== null
    return { ...placed(request), json: jsonOf(request), by_trajectories }
  }
}

interface BeforeCompiling extends DeviceExecutorOptions {
  readonly at: string
  readonly inputOf: (request: CircuitRequest) => DeviceCircuit
}

/** Faults that can be found without transpiling. */
function faultsBeforeCompiling(
  request: CircuitRequest,
  { devices, trajectories, at, inputOf }: BeforeCompiling,
): Fault[] {
  const { used_qubits, has_loops } = circuitFactsOf(request)
  // `used_qubits` counts one extra qubit for loops, which a sequencer replaces by registers.
  const used = used_qubits - (has_loops ? 1 : 0)
  const working = inputOf(request).target.qubits.length
  if (used > working)
    return [{ pointer: `${at}/num_qubits`, message: `${used} qubits are used; ${working} of the device work` }]
  const by_trajectories = needsTrajectories(request, deviceAt(devices, request.backend.backend_id))
  return by_trajectories ? sizeFaults(trajectories, { request, why: by_trajectories.why, at }) : []
}

function slowFaults(seconds: number, request: CircuitRequest, at: string): Fault[] {
  const most_s = MAX_SECONDS_TRANSPILED
  const most_shots = seconds <= most_s ? request.shots : Math.floor((request.shots * most_s) / seconds)
  return timeFaults({ seconds, most_shots }, { request, at, most_s })
}

/** The snapshot of a calibration; throws `NotMeasured` where it is no longer stored. */
function snapshotOf({ current, snapshots }: DeviceState, calibration_id = current.calibration_id) {
  const found = [current, ...snapshots].find(snapshot => snapshot.calibration_id === calibration_id)
  if (found) return found
  throw new NotMeasured(`calibration ${calibration_id}, which the job was measured by, is not stored any more`)
}

/** Targets depend on the calibration only, so each is computed once. */
function targetsOf(): (device: DeviceState, snapshot: DeviceState['current']) => Target {
  const known = new Map<string, { readonly of: DeviceState['current']; readonly target: Target }>()
  return ({ profile }, snapshot) => {
    const last = known.get(profile.device_id)
    if (last?.of === snapshot) return last.target
    const target = targetOf(profile, snapshot)
    known.set(profile.device_id, { of: snapshot, target })
    return target
  }
}
