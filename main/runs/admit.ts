/** What a request must pass before a run exists. */
import { AppError } from '../contract/model/errors'
import { CARDINAL_STATES, type RunRequest } from '../contract/model/protocols'
import type { Run } from '../contract/runs/run'
import type { Resolution } from './resolution'

/** How a backend executes, as the backends tell it. */
export interface Execution {
  readonly mode: 'mock' | 'live'
  /** Whether what runs here is simulated. */
  readonly simulated: boolean
  readonly online: boolean
  readonly offline_reason: string | null
}

const NO_SEQUENCER = 'runs on real sequencers are not part of this version; use its -mock counterpart'

/** Whether a run on this backend is simulated; throws `backend_offline` when it cannot run at all. */
export function simulatedOn(backend_id: string, { online, simulated, offline_reason }: Execution): boolean {
  if (online && simulated) return true
  const reason = online ? NO_SEQUENCER : (offline_reason ?? 'it is offline')
  throw new AppError('backend_offline', `${backend_id} cannot run: ${reason}`, { backend_id, offline_reason: reason })
}

/** Largest seed that `random` is asked for: what crypto.randomInt can give. */
const SEEDS = 2 ** 48 - 1

/** Lists in order and without repeats, the seed chosen: the request as stored. */
export function settled(body: RunRequest, random: (limit: number) => number): Run['request'] {
  const rounds = [...new Set(typeof body.rounds === 'number' ? [body.rounds] : body.rounds)].sort((a, b) => a - b)
  const states = CARDINAL_STATES.filter(state => body.states.includes(state))
  return { ...body, rounds, states, seed: body.seed ?? random(SEEDS) }
}

/** Throws `gate_failed`, with the warning to show, unless the request overrides the gate deliberately. */
export function refuseFailedGate({ module }: Resolution, { override }: RunRequest): void {
  if (module.gate.passed || override) return
  const warnings = module.warnings.filter(({ code }) => code === 'round_duration_exceeds_gate')
  throw new AppError('gate_failed', warnings[0]?.message ?? 'The coherence ratio exceeds the gate', {
    warnings,
    coherence_ratio: module.coherence_ratio,
    limit: module.gate.limit,
  })
}
