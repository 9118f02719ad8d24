import { it } from 'vitest'
import { expectAgreement } from './device-agreement.cases'

it(
  'a run on the sequencer twin whose decay is exact agrees with the same run by trajectories, and would be seen to err by 10 % a round',
  {
    timeout: 800_000,
  },
  () => expectAgreement({ decay: 'exact', engine: 'trajectories', shots: 23_000, reference_shots: 32_000 }),
)
