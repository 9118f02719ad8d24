import { it } from 'vitest'
import { expectAgreement } from './device-agreement.cases'

// Frames cost next to nothing, so that nearly all that is uncertain of the difference may come from the twin's shots.
it(
  'a run on the sequencer twin whose decay is twirled agrees with the same run by frames, and would be seen to err by 10 % a round',
  {
    timeout: 800_000,
  },
  () => expectAgreement({ decay: 'twirled', engine: 'frames', shots: 6_000, reference_shots: 64_000, found: 0.1 }),
)
