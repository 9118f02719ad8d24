/** Circuit jobs on the sequencer of a backend: compiled, leased, played batch by batch, and told as it was measured. */
import { type Target, targetOf } from '../../circuits/transpile/model/target'
import { AppError, type Fault } from '../../contract/model/errors'
import type { Device, Devices } from '../../device/device'
import { DeviceFailure } from '../../device/failures'
import type { DeviceSession } from '../../device/session'
import type { BitPlanes } from '../../qec/program/frame'
import { batchesOf, shotsPerBatch } from '../../sequencer/profile/estimate'
import type { TrajectorySimulator } from '../../simulation/model/trajectory'
import { direct, type Runner } from '../../worker/runner'
import {
  type CircuitRequest,
  circuitFactsOf,
  type DeviceOf,
  type ExecutionRequest,
  type ExecutionResult,
  type Executor,
  jsonOf,
} from '../model/executor'
import type { DeviceCheck, DeviceCircuit, DeviceProgram } from '../tasks/device-program'
import { type JobTasks, jobTasks } from '../tasks/registry'
import { MAX_SECONDS_TRANSPILED, sizeFaults, timeFaults } from './calibrated-limits'
import { publishedReadout } from './readout-confusion'

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
  const inputOf = inputs(options)

  async function check(request: CircuitRequest, at: string): Promise<DeviceCheck> {
    const { signal, owner } = request
    const found = await interactive.run('checkForDevice', { ...inputOf(request), at }, { signal, owner })
    return { ...found, faults: [...found.faults, ...slowFaults(found.simulated_s, request, at)] }
  }

  async function compiled(request: ExecutionRequest): Promise<CompiledJob> {
    const { signal, owner } = request
    try {
      return await background.run('compileForDevice', inputOf(request), { signal, owner })
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'invalid_request') throw error
      throw new DeviceFailure('program_refused', error.message, error.details)
    }
  }

  return {
    async validate(request, at) {
      const faults = quickFaults(request, at, options, inputOf)
      return faults.length > 0 ? faults : [...(await check(request, at)).faults]
    },
    readout: publishedReadout(options.deviceOf),
    announce: backend_id => options.devices.deviceOf(backend_id)?.announce('job') ?? (() => {}),
    abandoned: (backend_id, work) => options.devices.deviceOf(backend_id)?.abandoned(work),
    async deviceSeconds(request) {
      return circuitFactsOf(request).has_loops ? null : (await check(request, '/circuit')).device_time_s
    },
    async execute(request) {
      const job = await compiled(request)
      const { work = UNNAMED, signal, owner, onPlace, backend } = request
      const { program, clbits, transpiled } = job
      const device = deviceAt(options.devices, backend.backend_id)
      const per_batch = shotsPerBatch(program, device.profile)
      const session = await device.lease({ ...work, kind: 'job' }, { signal, onPlace })
      const measured = await measure(session, { ...job, per_batch }, request).finally(() => session.release())
      const { batches, ...told } = measured
      const planes = await background.run('classicalPlanes', { program, clbits, batches }, { signal, owner })
      return { ...told, planes, transpiled, calibration_id: program.source.calibration_id }
    },
  }
}

const UNNAMED = { id: 'job', label: 'a job' }

type CompiledJob = Omit<DeviceProgram, 'transpiled'> & { readonly transpiled: Uint8Array }

type Measured = Pick<ExecutionResult, 'engine' | 'noise' | 'shots' | 'machine'> & {
  readonly batches: readonly BitPlanes[]
}

/** Every batch until enough shots count, and who measured them. */
async function measure(
  session: DeviceSession,
  { program, per_batch }: CompiledJob & { readonly per_batch: number },
  request: ExecutionRequest,
): Promise<Measured> {
  const { shots, signal, onProgress } = request
  const planned = batchesOf(shots, per_batch).length
  await request.onStart?.()
  const batches: BitPlanes[] = []
  const run = await session.run(program, {
    ...{ shots, signal },
    async onBatch({ planes }) {
      batches.push(planes)
      onProgress(Math.min(1, batches.length / planned))
    },
  })
  const lost_shots = run.lost.invalid + run.lost.feedback_mismatch
  if (run.shots === 0)
    throw new DeviceFailure('device_error', `none of the ${lost_shots} shots can be used: their bins hold no outcomes`)
  const sequencer = await session.played()
  const { vendor, model, firmware } = sequencer
  const engine = `${vendor} ${model}${firmware === null ? '' : `/${firmware}`}`
  return { batches, engine, noise: 'calibrated', shots: run.shots, machine: { lost_shots, sequencers: [sequencer] } }
}

function deviceAt(devices: Pick<Devices, 'deviceOf'>, backend_id: string) {
  const device = devices.deviceOf(backend_id)
  if (!device) throw new DeviceFailure('instrument_missing', `No sequencer plays for ${backend_id} any more`)
  return device
}

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

/** What is asked of the thread that transpiles and compiles. */
function inputs({ devices, deviceOf }: DeviceExecutorOptions) {
  const target = targetsOf(deviceOf)
  return (request: CircuitRequest): DeviceCircuit => {
    const { backend_id } = request.backend
    const device = deviceAt(devices, backend_id)
    const { profile, current: snapshot } = deviceOf(backend_id)
    const by_trajectories = needsTrajectories(request, device) !== null
    const { shots, layout } = request
    const sequencer = device.profile
    return {
      json: jsonOf(request),
      shots,
      layout,
      profile,
      snapshot,
      target: target(backend_id),
      sequencer,
      by_trajectories,
    }
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
  if (has_loops) return [loopFault(request, at)]
  const working = inputOf(request).target.qubits.length
  if (used_qubits > working)
    return [{ pointer: `${at}/num_qubits`, message: `${used_qubits} qubits are used; ${working} of the device work` }]
  const by_trajectories = needsTrajectories(request, deviceAt(devices, request.backend.backend_id))
  return by_trajectories ? sizeFaults(trajectories, request, by_trajectories.why, at) : []
}

/** A sequencer repeats a fixed number of times, and its results have a bin for each measurement that may happen. */
function loopFault({ backend }: CircuitRequest, at: string): Fault {
  const remedy = `write the turns out as if (…) { … } within each other, or run it on ${backend.backend_id}-mock`
  const message = `the sequencer of ${backend.backend_id} decides no loop by measurement: ${remedy}`
  return { pointer: `${at}/instructions`, message, exceeds: { reason: 'measured_loops', value: 1, limit: 0, remedy } }
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
