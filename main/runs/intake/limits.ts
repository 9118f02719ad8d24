import { AppError } from '../../contract/model/errors'
import type { NormalizedRequest } from '../model/request'
import { bitsPerShot } from '../planning/circuit'
import { measuredRounds } from '../planning/planned-shots'

/** Bits of all circuits of a run: what is kept on disk (2 GB). Memory is bounded by the size of a piece. */
const MAX_RUN_BITS = 2 ** 34

/** Bits that a run's encoded circuits record. */
function recordedBits(request: Omit<NormalizedRequest, 'seed'>): number {
  const { rounds, shots, states } = request
  return measuredRounds(rounds).reduce((sum, count) => sum + bitsPerShot(request, count) * shots, 0) * states.length
}

/** Refuses before anything is computed what would not fit; the message says what would. */
export function refuseOversize(request: NormalizedRequest): void {
  const total = recordedBits(request)
  if (total <= MAX_RUN_BITS) return
  const most = Math.floor(MAX_RUN_BITS / (total / request.shots))
  throw new AppError('invalid_request', `The run would record ${total} bits`, { max_shots: most }, [
    { pointer: '/shots', message: `at most ${most} with these rounds and states` },
  ])
}
