/** Plays a circuit's program on a leased device, batch by batch until enough shots count; every batch is stored as it comes. */
import type { UsedSequencer } from '../../../contract/runs/machine'
import { DeviceFailure } from '../../../device/failures'
import type { DeviceSession } from '../../../device/session'
import type { BitPlanes } from '../../../qec/program/frame'
import type { LostShots } from '../../../sequencer/host/fetched-batch'
import { batchesOf } from '../../../sequencer/profile/estimate'
import type { SequencerProgram } from '../../../sequencer/program/program'
import type { ExecutionContext } from '../../model/execution'
import type { ExecutionResult } from '../../model/execution-result'
import { batchesInMemory } from '../../model/measured-batch'
import type { FinishedPlanes } from '../../tasks/device/finished-planes'

export interface Playing {
  readonly program: SequencerProgram
  readonly per_batch: number
  /** Whether the circuit has loops, so that some shots may be left out (see `FinishedPlanes`). */
  readonly has_loops: boolean
  /** The classical bits of a batch. */
  readonly read: (planes: BitPlanes) => Promise<FinishedPlanes>
}

/** What a device measured of a circuit. */
export type DeviceOutcome = Pick<ExecutionResult, 'engine' | 'noise' | 'shots' | 'unfinished_shots' | 'machine'> & {
  readonly planes: BitPlanes
}

export async function measure(
  session: DeviceSession,
  { program, per_batch, has_loops, read }: Playing,
  request: ExecutionContext,
): Promise<DeviceOutcome> {
  const { shots, signal, onProgress, batchStorage = batchesInMemory } = request
  const planned = batchesOf(shots, per_batch).length
  await request.onStart?.()
  const batches = batchStorage()
  const [known] = session.known().sequencers
  const before = known!.programs.length
  const [engine, { calibration_id }] = [engineOf(known!), program.source]
  let [unfinished_shots, measured] = [0, 0]
  const run = await session.measure(program, {
    shots,
    signal,
    async onBatch({ planes, lost, program_sha256, stopped_ms }, played) {
      const { planes: found, unfinished_shots: left_out = 0 } = await read(planes)
      unfinished_shots += left_out
      const origin = { lost, program_sha256, engine, calibration_id, played, measured_at: Math.round(stopped_ms) }
      await batches.store({ ...origin, planes: found, unfinished_shots: left_out })
      measured += 1
      onProgress(Math.min(1, measured / planned))
    },
  })
  refuseNone(run)
  const played = await session.measured()
  // Programs that the job runs later are reported with their own circuits.
  const sequencer = { ...played, programs: played.programs.slice(before) }
  const planes = await batches.joined()
  return {
    engine,
    noise: 'calibrated' as const,
    planes,
    shots: planes.shots,
    ...(has_loops && { unfinished_shots }),
    machine: { lost_shots: lostShots(run.lost), sequencers: [sequencer] },
  }
}

interface ShotsAndLosses {
  /** Valid shots. */
  readonly shots: number
  readonly lost: LostShots
}

export const lostShots = ({ invalid, feedback_mismatch }: LostShots): number => invalid + feedback_mismatch

/** Throws `device_error` where no shot counts. */
export function refuseNone({ shots, lost }: ShotsAndLosses): void {
  if (shots > 0) return
  const message = `none of the ${lostShots(lost)} shots can be used: their bins hold no outcomes`
  throw new DeviceFailure('device_error', message)
}

const engineOf = ({ vendor, model, firmware }: UsedSequencer): string =>
  `${vendor} ${model}${firmware === null ? '' : `/${firmware}`}`
