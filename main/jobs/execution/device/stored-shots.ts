/** Shots of a circuit that a device measured for an earlier process, in the form that `measure` returns. */
import { createHash } from 'node:crypto'
import { sum } from '../../../contract/numbers/arithmetic'
import type { UsedSequencer } from '../../../contract/runs/machine'
import type { LostShots } from '../../../sequencer/host/fetched-batch'
import { batchesOf, topUpsOf } from '../../../sequencer/profile/estimate'
import { programText } from '../../../sequencer/program/text'
import { type ExecutionContext, NotMeasured } from '../../model/execution'
import type { BatchStorage, StoredBatch } from '../../model/measured-batch'
import { type DeviceOutcome, lostShots, type Playing, refuseNone } from './measure'

/** Reads the stored batches; throws `NotMeasured` where one is missing or belongs to another program. */
export async function storedShots(
  { program, per_batch, has_loops }: Playing,
  { shots, batchStorage }: ExecutionContext,
): Promise<DeviceOutcome> {
  const stored = batchStorage!()
  const textOf = hashedTexts(program)
  const planned = batchesOf(shots, per_batch)
  const first = taken(planned, stored, textOf)
  const batches = [...first, ...taken(topUpsOf(shots, validOf(first), per_batch), stored, textOf)]
  const lost = lostOf(batches)
  refuseNone({ shots: validOf(batches), lost })
  const planes = await stored.joined()
  return {
    engine: batches[0]!.engine,
    noise: 'calibrated',
    planes,
    shots: planes.shots,
    ...(has_loops && { unfinished_shots: sum(batches.map(batch => batch.unfinished_shots)) }),
    machine: {
      lost_shots: lostShots(lost),
      sequencers: [joinedPlayers(batches.map(({ played }) => JSON.parse(played!)))],
    },
  }
}

type TextHash = (shots: number) => string

/** Takes the next stored batches, which must have these numbers of shots. */
function taken(counts: readonly number[], stored: BatchStorage, textOf: TextHash): StoredBatch[] {
  const batches: StoredBatch[] = []
  for (const count of counts) {
    const batch = stored.next?.() ?? null
    if (batch === null) throw new NotMeasured('shots of the job were not measured')
    const { shots, unfinished_shots, program_sha256, played } = batch
    const whole = played !== null && shots + unfinished_shots + lostShots(batch) === count
    if (!whole || program_sha256 !== textOf(count))
      throw new NotMeasured('what was measured of the job is of another program')
    batches.push(batch)
  }
  return batches
}

/** SHA-256 of the program's text for batches of so many shots. */
function hashedTexts(program: Playing['program']): TextHash {
  const known = new Map<number, string>()
  return shots => {
    const found = known.get(shots) ?? createHash('sha256').update(programText(program, shots)).digest('hex')
    known.set(shots, found)
    return found
  }
}

/** Number of shots whose outcomes the device returned, whether or not their loops ended. */
const validOf = (batches: readonly StoredBatch[]): number =>
  sum(batches.map(({ shots, unfinished_shots }) => shots + unfinished_shots))

/** Lost shots of all parts together. */
const lostOf = (parts: readonly LostShots[]): LostShots => ({
  invalid: sum(parts.map(({ invalid }) => invalid)),
  feedback_mismatch: sum(parts.map(({ feedback_mismatch }) => feedback_mismatch)),
})

/** Joins what sequencers report of the batches of one program. */
function joinedPlayers(parts: readonly UsedSequencer[]): UsedSequencer {
  const programs = parts.map(part => part.programs[0]!)
  const batches = programs.flatMap(each => each.batches)
  return {
    ...parts.at(-1)!,
    programs: [
      {
        ...programs[0]!,
        shots: sum(programs.map(each => each.shots)),
        lost: lostOf(programs.map(({ lost }) => lost)),
        batches,
      },
    ],
  }
}
