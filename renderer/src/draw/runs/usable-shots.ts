/** Text on the remains of a run that ended without a record. */
import { modeOf } from '../../../../main/contract/backends/catalogue'
import type { Run } from '../../../../main/contract/runs/run'
import { countWithNoun } from '../format/quantity'

type Ended = Pick<Run, 'backend_id' | 'status' | 'started_at' | 'partial_record'> & {
  readonly tokens?: Run['tokens'] | undefined
}

/** Which of its shots may be used, and for what. */
export function usableShotsText({ backend_id, status, started_at, partial_record, tokens }: Ended): string {
  const shots = tokens?.shots_executed ?? null
  if (shots === 0 && partial_record)
    return 'No shot of a circuit was measured. What the device did before is kept under “Measured before”.'
  if (started_at === null || shots === 0) return 'Nothing was measured.'
  if (modeOf(backend_id) !== 'live')
    return 'Nothing of it is kept: figures of a part of the circuits would not be comparable with those of a whole run.'
  if (status === 'FAILED') return 'What was measured before cannot be trusted, and none of it counts.'
  const kept = shots === null ? 'The shots' : countWithNoun(shots, 'shot')
  return `${kept} of whole batches, measured before, can be trusted and are kept under “Measured before”. No error figures are drawn from a part of the circuits: they would not be comparable with those of a whole run.`
}
