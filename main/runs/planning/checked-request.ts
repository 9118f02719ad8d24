/** Checks of a request before a run is created: errors point at the field and say what would be accepted. */
import { randomInt } from 'node:crypto'
import type { BackendExecution } from '../../backends/listing'
import { AppError } from '../../contract/model/errors'
import { CARDINAL_STATES, DD_SEQUENCES, PROTOCOLS } from '../../contract/model/protocols'
import { feasibilityOf } from '../../contract/modules/feasibility-gate'
import { engineRunsDecoupling, type RunRequest } from '../../contract/runs/request'
import type { ReadyModule } from '../../modules/model/module'
import {
  CONDITIONAL_READOUT,
  hasFeedforward,
  protocolFor,
  refusedWithoutFeedforward,
} from '../../modules/rounds/protocol'
import type { RunSettings } from '../model/plan'
import { bitsPerShot, measuredRounds } from './circuits'

const AVAILABLE = {
  preparation: ['verified', 'projective'],
  readout: ['checked', 'fault-tolerant'],
  dd: [false, ...DD_SEQUENCES],
  engine: ['frames', 'trajectories'],
  protocol: PROTOCOLS,
} as const

type Option = keyof typeof AVAILABLE
const OPTIONS = Object.keys(AVAILABLE) as Option[]

/** Throws `invalid_request` that points at every option this version cannot run, and says what it can. */
export function refuseUnavailable(request: RunRequest): void {
  const faults = OPTIONS.filter(
    option => request[option] !== undefined && !(AVAILABLE[option] as readonly unknown[]).includes(request[option]),
  ).map(option => ({
    pointer: `/${option}`,
    message: `${request[option]} cannot be run by this version; it runs ${AVAILABLE[option].join(', ')}`,
  }))
  if (faults.length === 0) faults.push(...pulsesOnTrajectories(request))
  if (faults.length === 0) return
  throw new AppError('invalid_request', `Not available: ${faults.map(({ message }) => message).join('; ')}`, { faults })
}

const pulsesOnTrajectories = (request: RunRequest) =>
  engineRunsDecoupling(request)
    ? []
    : [
        {
          pointer: '/dd',
          message: `engine trajectories does not support dd ${request.dd}; use engine frames or dd false`,
        },
      ]

/** Throws AppError backend_offline for a backend that is offline. */
export function refuseOffline(backend_id: string, { online, offline_reason }: BackendExecution): void {
  if (online) return
  const reason = offline_reason ?? 'it is offline'
  throw new AppError('backend_offline', `${backend_id} cannot run: ${reason}`, {
    details: { backend_id, offline_reason: reason },
  })
}

/** A real device without a sequencer would be simulated, and the run called measured. */
export function refuseWithoutSequencer(backend_id: string, { simulated }: BackendExecution, isMeasured: boolean): void {
  if (isMeasured || simulated) return
  const offline_reason = 'no sequencer of the lab profile serves it'
  throw new AppError('backend_offline', `${backend_id} cannot run: ${offline_reason}`, {
    details: { backend_id, offline_reason },
  })
}

/** A seed for a request without one; below 2^48, the largest limit that crypto.randomInt takes. */
export const drawnSeed = (): number => randomInt(2 ** 48 - 1)

/** The request with sorted lists without repeats, and a seed. */
export function checkedRunRequest(body: RunRequest): RunSettings {
  const rounds = [...new Set(typeof body.rounds === 'number' ? [body.rounds] : body.rounds)].sort((a, b) => a - b)
  const states = CARDINAL_STATES.filter(state => body.states.includes(state))
  return { ...body, rounds, states, seed: body.seed ?? drawnSeed() }
}

/** Bits of all circuits of a run: what is stored on the disk (2 GB). Memory is bounded by the size of a shot block. */
const MAX_RUN_BITS = 2 ** 34

/** Refuses a run that would be too large before anything is computed; the message says what would fit. */
export function refuseOversize(settings: RunSettings): void {
  const { rounds, shots, states } = settings
  const each = measuredRounds(rounds).reduce((sum, count) => sum + bitsPerShot(settings, count) * shots, 0)
  const total = each * states.length
  if (total <= MAX_RUN_BITS) return
  const most = Math.floor(MAX_RUN_BITS / (total / shots))
  throw new AppError('invalid_request', `The run would record ${total} bits`, {
    details: { max_shots: most },
    faults: [{ pointer: '/shots', message: `at most ${most} with these rounds and states` }],
  })
}

/**
 * The settings as the device runs them: the protocol that is meant where none is named. Without feed-forward, shots whose last
 * window is open are discarded, and so are those whose one preparation is not accepted. Throws `invalid_request` for what
 * decides within a shot there.
 */
export function withDeviceDefaults(settings: RunSettings, { profile }: Pick<ReadyModule, 'profile'>): RunSettings {
  const protocol = protocolFor(profile, settings.protocol, '/protocol')
  const { mode, readout, preparation } = settings
  if (hasFeedforward(profile)) return { ...settings, protocol }
  if (mode === 'correction' && readout === 'fault-tolerant')
    throw refusedWithoutFeedforward(profile, { pointer: '/readout', ...CONDITIONAL_READOUT })
  return {
    ...settings,
    protocol,
    ...(mode === 'correction' ? { closing: 'erasure' as const } : {}),
    ...(preparation === 'verified' ? { attempts: 1 } : {}),
  }
}

const GATE_WARNINGS = ['round_duration_exceeds_gate', 't2_unknown']

/** Throws `gate_failed` or `gate_unknown`, with the warning to show, unless the request overrides the gate deliberately. */
export function refuseFailedGate(
  { module }: Pick<ReadyModule, 'module'>,
  { override }: Pick<RunRequest, 'override'>,
): void {
  if (module.gate.passed || override) return
  const verdict = feasibilityOf(module.gate)
  const warnings = module.warnings.filter(({ code }) => GATE_WARNINGS.includes(code))
  const code = verdict === 'unknown' ? 'gate_unknown' : 'gate_failed'
  throw new AppError(code, warnings[0]?.message ?? 'The coherence ratio exceeds the gate', {
    details: { verdict, warnings, coherence_ratio: module.coherence_ratio, limit: module.gate.limit },
  })
}
