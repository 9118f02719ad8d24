import { it } from 'vitest'
import { expectAgreement } from './device-agreement.cases'

it(
  'a run on the sequencer twin whose decay is exact agrees with the same run by trajectories, and would be seen to err by 10 % a round',
  {
    timeout: 600_000,
  },
  () => expectAgreement({ decay: 'exact', engine: 'trajectories', shots: 27_000, reference_shots: 36_000 }),
)
