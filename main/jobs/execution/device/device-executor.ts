/** Circuit jobs on the sequencer of a backend: compiled, leased, played batch by batch, and told as it was measured. */
import { type Target, targetOf } from '../../../circuits/transpile/model/target'
import { AppError, type Fault } from '../../../contract/model/errors'
import type { UsedSequencer } from '../../../contract/runs/machine'
import type { Device, Devices } from '../../../device/device'
import { DeviceFailure } from '../../../device/failures'
import type { DeviceSession } from '../../../device/session'
import type { BitPlanes } from '../../../qec/program/frame'
import { classicalPlanes, isCopied } from '../../../sequencer/bins/classical-bits'
import { batchesOf, shotsPerBatch } from '../../../sequencer/profile/estimate'
import type { SequencerProgram } from '../../../sequencer/program/program'
import type { TrajectorySimulator } from '../../../simulation/model/trajectory'
import { direct, type Runner } from '../../../worker/runner'
import {
  type CheckedCircuit,
  type CircuitRequest,
  circuitFactsOf,
  type DeviceOf,
  type ExecutionRequest,
  type ExecutionResult,
  type Executor,
  type HeldExecutor,
  jsonOf,
  type RowRequest,
} from '../../model/executor'
import { batchesInMemory } from '../../model/measured-batch'
import type { SweepRequest, SweptCircuit } from '../../model/sweep'
import type { DeviceCircuit } from '../../tasks/device/device-program'
import type { FinishedPlanes } from '../../tasks/device/finished-planes'
import { type JobTasks, jobTasks } from '../../tasks/registry'
import { MAX_SECONDS_TRANSPILED, sizeFaults, timeFaults } from '../calibration/calibrated-limits'
import { publishedReadout } from '../calibration/published-readout'
import { executeEachRow } from '../sweeps/row-by-row'
import { compiledOnce } from './compiled-once'
import { createHeldLease, deviceAt } from './held-lease'
import { type CompiledJob, sweepCompiler } from './sweep-compiler'

interface DeviceExecutorOptions {
  /** The sequencers of the lab. */
  readonly devices: Pick<Devices, 'deviceOf'>
  /** The calibrations that circuits are transpiled by. */
  readonly deviceOf: DeviceOf
  /** What a twin plays with where Pauli frames do not say all. */
  readonly trajectories: Pick<TrajectorySimulator, 'max_qubits'>
  /** Where the long work of jobs is done; left out: on the calling thread. */
  readonly background?: Runner<JobTasks> | undefined
  /** And what a caller waits for meanwhile; left out: with the jobs. */
  readonly interactive?: Runner<JobTasks> | undefined
}

/** For backends that a sequencer plays for. Nothing runs again: what was measured is stored, shot by shot. */
export function deviceExecutor(options: DeviceExecutorOptions): Executor {
  const { background = direct(jobTasks), interactive = background } = options
  const placed = placements(options)
  const inputOf = inputs(options, placed)

  async function check(request: CircuitRequest, at: string): Promise<CheckedCircuit> {
    const quick = quickFaults(request, at, options, inputOf)
    // Of loops the sequencer's own limits are told first, for they come with the bound that fits.
    if (quick.length > 0 && !circuitFactsOf(request).has_loops) return unplayable(quick)
    const { signal, owner, backend } = request
    const { max_runtime_s: most_s = Number.POSITIVE_INFINITY } = backend.limits
    const found = await interactive.run('checkForDevice', { ...inputOf(request), at, most_s }, { signal, owner })
    const faults = [...found.faults, ...slowFaults(found.simulated_s, request, at)]
    return faults.length > 0 || quick.length > 0 ? unplayable(faults.length > 0 ? faults : quick) : found
  }

  const compiled = (request: ExecutionRequest): Promise<CompiledJob> =>
    background.run('compileForDevice', inputOf(request), { signal: request.signal, owner: request.owner })

  const holding = (): HeldExecutor => {
    const lease = createHeldLease(options.devices)
    const compiledFirst = compiledOnce(compiled, request => placed(request).target.calibration_id)
    const play = async ({ transpiled, ...played }: CompiledJob, request: RowRequest): Promise<ExecutionResult> => {
      const per_batch = shotsPerBatch(played.program, deviceAt(options.devices, request.backend.backend_id).profile)
      const session = await lease.session(request)
      const read = (planes: BitPlanes) => readBits(planes, played, request)
      const measured = await measure(session, { program: played.program, per_batch, read }, request)
      return { ...measured, transpiled, calibration_id: played.program.source.calibration_id }
    }
    const rowsOf = (circuit: SweptCircuit) => {
      const compiledRow = sweepCompiler(circuit, { background, placed, compiled: compiledFirst })
      return async (row: number, own: RowRequest) => play(await compiledRow(row, own).catch(refused), own)
    }
    return {
      execute: async request => play(await compiledFirst(request).catch(refused), request),
      executeSweep: (request: SweepRequest) => executeEachRow(request, rowsOf(request)),
      rowsOf,
      release: lease.release,
    }
  }

  /** On the calling thread where that is no more than copying. */
  async function readBits(planes: BitPlanes, played: PlayedJob, request: RowRequest): Promise<FinishedPlanes> {
    if (played.loops === null && isCopied(played)) return { planes: classicalPlanes(played, planes) }
    const { signal, owner } = request
    return background.run('classicalPlanes', { ...played, planes }, { signal, owner })
  }

  return {
    validate: async (request, at) => [...(await check(request, at)).faults],
    check,
    async checkEstimate(request, estimate, at) {
      const quick = quickFaults(request, at, options, inputOf)
      if (quick.length > 0) return { faults: quick, device_time_s: null }
      const { signal, owner } = request
      return interactive.run('checkEstimateForDevice', { ...inputOf(request), estimate, at }, { signal, owner })
    },
    readout: publishedReadout(options.deviceOf),
    announce: backend_id => options.devices.deviceOf(backend_id)?.announce('job') ?? (() => {}),
    placeAtDevice: (backend_id, waiting) => options.devices.deviceOf(backend_id)?.placeOf('job', waiting) ?? null,
    abandoned: (backend_id, work) => options.devices.deviceOf(backend_id)?.abandoned(work),
    execute(request) {
      const held = holding()
      return held.execute(request).finally(held.release)
    },
    holding,
  }
}

const unplayable = (faults: readonly Fault[]): CheckedCircuit => ({ faults, device_time_s: null, most_shots: 0 })

type PlayedJob = Omit<CompiledJob, 'transpiled'>

/** Throws `program_refused` for what the device does not take. */
function refused(error: unknown): never {
  if (!(error instanceof AppError) || error.code !== 'invalid_request') throw error
  throw new DeviceFailure('program_refused', error.message, error.details)
}

interface Playing {
  readonly program: SequencerProgram
  readonly per_batch: number
  /** The classical bits of a batch. */
  readonly read: (planes: BitPlanes) => Promise<FinishedPlanes>
}

/** Every batch until enough shots count, kept as it comes, and who measured them. */
async function measure(session: DeviceSession, { program, per_batch, read }: Playing, request: RowRequest) {
  const { shots, signal, onProgress, keepBatches = batchesInMemory } = request
  const planned = batchesOf(shots, per_batch).length
  await request.onStart?.()
  const batches = keepBatches()
  const [spoken] = session.known().sequencers
  const before = spoken!.programs.length
  const [engine, { calibration_id }] = [engineOf(spoken!), program.source]
  let unfinished: number | undefined
  let measured = 0
  const run = await session.run(program, {
    ...{ shots, signal },
    async onBatch({ planes, lost, program_sha256, stopped_ms }) {
      const found = await read(planes)
      const { unfinished_shots = 0 } = found
      if (found.unfinished_shots !== undefined) unfinished = (unfinished ?? 0) + unfinished_shots
      const told = { lost, program_sha256, engine, calibration_id, measured_at: Math.round(stopped_ms) }
      await batches.keep({ ...told, planes: found.planes, unfinished_shots })
      measured += 1
      onProgress(Math.min(1, measured / planned))
    },
  })
  const lost_shots = run.lost.invalid + run.lost.feedback_mismatch
  if (run.shots === 0)
    throw new DeviceFailure('device_error', `none of the ${lost_shots} shots can be used: their bins hold no outcomes`)
  const played = await session.played()
  // What a job plays after this is told with the circuits that it belongs to.
  const sequencer = { ...played, programs: played.programs.slice(before) }
  const planes = await batches.joined()
  return {
    ...{ engine, noise: 'calibrated' as const, planes, shots: planes.shots },
    ...(unfinished !== undefined && { unfinished_shots: unfinished }),
    machine: { lost_shots, sequencers: [sequencer] },
  }
}

const engineOf = ({ vendor, model, firmware }: UsedSequencer): string =>
  `${vendor} ${model}${firmware === null ? '' : `/${firmware}`}`

/**
 * Whether a simulation has to follow state vectors: frames know no other gates, nothing that depends on outcomes, and no exact
 * decay. Null for a real device.
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

type Placement = Omit<DeviceCircuit, 'json' | 'by_trajectories'>

/** Where circuits of a job are played, and by which calibration. */
function placements({ devices, deviceOf }: DeviceExecutorOptions) {
  const target = targetsOf(deviceOf)
  return ({ backend, shots, options, layout }: RowRequest | CircuitRequest): Placement => {
    const { backend_id } = backend
    const { profile, current: snapshot } = deviceOf(backend_id)
    const { initial_layout, routing } = options.placement ?? {}
    return {
      shots,
      layout: layout ?? initial_layout,
      routing,
      profile,
      snapshot,
      target: target(backend_id),
      sequencer: deviceAt(devices, backend_id).profile,
    }
  }
}

/** What is asked of the thread that transpiles and compiles. */
function inputs({ devices }: DeviceExecutorOptions, placed: ReturnType<typeof placements>) {
  return (request: CircuitRequest): DeviceCircuit => {
    const device = deviceAt(devices, request.backend.backend_id)
    const by_trajectories = needsTrajectories(request, device) !== null
    return { ...placed(request), json: jsonOf(request), by_trajectories }
  }
}

/** What is seen without transpiling. */
function quickFaults(
  request: CircuitRequest,
  at: string,
  { devices, trajectories }: DeviceExecutorOptions,
  inputOf: (request: CircuitRequest) => DeviceCircuit,
): Fault[] {
  const { used_qubits, has_loops } = circuitFactsOf(request)
  // Registers of the sequencer keep what loops decide.
  const used = used_qubits - (has_loops ? 1 : 0)
  const working = inputOf(request).target.qubits.length
  if (used > working)
    return [{ pointer: `${at}/num_qubits`, message: `${used} qubits are used; ${working} of the device work` }]
  const by_trajectories = needsTrajectories(request, deviceAt(devices, request.backend.backend_id))
  return by_trajectories ? sizeFaults(trajectories, request, by_trajectories.why, at) : []
}

function slowFaults(seconds: number, request: CircuitRequest, at: string): Fault[] {
  const most_s = MAX_SECONDS_TRANSPILED
  const most_shots = seconds <= most_s ? request.shots : Math.floor((request.shots * most_s) / seconds)
  return timeFaults({ seconds, most_shots }, request, at, most_s)
}

/** What a device can do follows from its calibration, so each is worked out once. */
function targetsOf(deviceOf: DeviceOf): (backend_id: string) => Target {
  const known = new Map<string, { readonly of: ReturnType<DeviceOf>['current']; readonly target: Target }>()
  return backend_id => {
    const { profile, current } = deviceOf(backend_id)
    const last = known.get(backend_id)
    if (last?.of === current) return last.target
    const target = targetOf(profile, current)
    known.set(backend_id, { of: current, target })
    return target
  }
}
