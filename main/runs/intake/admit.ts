/** What a request must pass before a run exists. */
import { AppError } from '../../contract/model/errors'
import { CARDINAL_STATES } from '../../contract/model/protocols'
import { feasibilityOf } from '../../contract/modules/feasibility-gate'
import type { RunRequest } from '../../contract/runs/request'
import type { ReadyModule } from '../../modules/model/module'
import {
  CONDITIONAL_READOUT,
  hasFeedforward,
  protocolFor,
  refusedWithoutFeedforward,
} from '../../modules/rounds/protocol'
import type { NormalizedRequest } from '../model/request'

/** How a backend executes, as the backends tell it. */
export interface Execution {
  readonly mode: 'mock' | 'live'
  /** Whether what runs here is simulated. */
  readonly simulated: boolean
  readonly online: boolean
  readonly offline_reason: string | null
}

const NO_SEQUENCER = 'runs on real sequencers are not part of this version; use its -mock counterpart'

/** Throws AppError backend_offline for a backend that is offline, or whose runs would not be simulated. */
export function refuseOffline(backend_id: string, { online, simulated, offline_reason }: Execution): void {
  if (online && simulated) return
  const reason = online ? NO_SEQUENCER : (offline_reason ?? 'it is offline')
  throw new AppError('backend_offline', `${backend_id} cannot run: ${reason}`, { backend_id, offline_reason: reason })
}

/** Largest seed that `random` is asked for: what crypto.randomInt can give. */
const SEEDS = 2 ** 48 - 1

/** Lists in order and without repeats, the seed chosen. */
export function normalized(body: RunRequest, random: (limit: number) => number): NormalizedRequest {
  const rounds = [...new Set(typeof body.rounds === 'number' ? [body.rounds] : body.rounds)].sort((a, b) => a - b)
  const states = CARDINAL_STATES.filter(state => body.states.includes(state))
  return { ...body, rounds, states, seed: body.seed ?? random(SEEDS) }
}

/**
 * The request as the device runs it: the protocol that is meant where none is named. Without feed-forward, shots whose last
 * window is open are thrown away, and so are those whose one preparation is not accepted. Throws `invalid_request` for what
 * decides within a shot there.
 */
export function withDeviceDefaults<Request extends NormalizedRequest>(
  request: Request,
  { profile }: Pick<ReadyModule, 'profile'>,
): Request {
  const protocol = protocolFor(profile, request.protocol, '/protocol')
  const { mode, readout, preparation } = request
  if (hasFeedforward(profile)) return { ...request, protocol }
  if (mode === 'correction' && readout === 'fault-tolerant')
    throw refusedWithoutFeedforward(profile, '/readout', ...CONDITIONAL_READOUT)
  return {
    ...request,
    protocol,
    ...(mode === 'correction' ? { closing: 'erasure' as const } : {}),
    ...(preparation === 'verified' ? { attempts: 1 } : {}),
  }
}

const GATE_WARNINGS = ['round_duration_exceeds_gate', 't2_unknown']

/** Throws `gate_failed` or `gate_unknown`, with the warning to show, unless the request overrides the gate deliberately. */
export function refuseFailedGate({ module }: ReadyModule, { override }: Pick<RunRequest, 'override'>): void {
  if (module.gate.passed || override) return
  const verdict = feasibilityOf(module.gate)
  const warnings = module.warnings.filter(({ code }) => GATE_WARNINGS.includes(code))
  const code = verdict === 'unknown' ? 'gate_unknown' : 'gate_failed'
  throw new AppError(code, warnings[0]?.message ?? 'The coherence ratio exceeds the gate', {
    verdict,
    warnings,
    coherence_ratio: module.coherence_ratio,
    limit: module.gate.limit,
  })
}
