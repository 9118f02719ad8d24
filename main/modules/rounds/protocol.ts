/**
 * Checks a query against a device: the protocol, the closing of its last window, and the round under that protocol. Requests that
 * the device cannot fulfil are refused with an alternative.
 */
import type { DeviceProfile } from '../../contract/calibration/device-profile'
import { feedforwardOf, protocolsOf } from '../../contract/calibration/feedforward'
import { AppError } from '../../contract/model/errors'
import type { Protocol } from '../../contract/model/protocols'
import type { NoiseModel } from '../../qec/model/noise-model'
import type { CompiledRound } from '../../qec/model/round'
import { compileRound } from '../../qec/schedule/compile'
import type { WindowClosing } from '../../qec/schedule/plane-layout'

/** A query parameter that cannot be as asked; `message` says what it may be. */
export const refusedQuery = (
  parameter: string,
  message: string,
  details: Readonly<Record<string, unknown>> = {},
): AppError =>
  new AppError('invalid_request', message, {
    details: { ...details },
    faults: [{ pointer: `#query/${parameter}`, message }],
  })

export const hasFeedforward = (profile: DeviceProfile): boolean => feedforwardOf(profile).latency_ns !== null

/** `pointer` of the refused field; `remedy` says what can be asked for instead. */
export function refusedWithoutFeedforward(
  { device_id }: DeviceProfile,
  { pointer, what, remedy }: { readonly pointer: string; readonly what: string; readonly remedy: string },
): AppError {
  const message = `${what} decides within a shot, and ${device_id} has no feed-forward; ${remedy}`
  return new AppError('invalid_request', message, {
    details: { device_id, feedforward_latency_ns: null },
    faults: [{ pointer, message }],
  })
}

/** Argument of `refusedWithoutFeedforward` for the fault-tolerant readout in correction mode. */
export const CONDITIONAL_READOUT = {
  what: 'readout fault-tolerant in mode correction',
  remedy: 'ask for readout checked, or for mode detection',
} as const

/**
 * The requested protocol, else the one that the device runs. Throws `invalid_request` for `adaptive` on a device without
 * feed-forward.
 */
export function protocolFor<Asked extends string>(
  profile: DeviceProfile,
  asked: Asked | undefined,
  pointer = '#query/protocol',
): Asked | Protocol {
  const offered = protocolsOf(profile)
  if (asked !== 'adaptive' || offered.includes('adaptive')) return asked ?? offered[0]!
  throw refusedWithoutFeedforward(profile, {
    pointer,
    what: 'protocol adaptive',
    remedy: `ask for protocol ${offered[0]} or leave it out`,
  })
}

/**
 * How open windows are closed: as requested, but by erasure on a device without feed-forward, as an extraction would
 * depend on outcomes. Throws `invalid_request` where such a device is asked for an extraction.
 */
export function closingFor(profile: DeviceProfile, protocol: string, asked?: WindowClosing): WindowClosing | undefined {
  if (hasFeedforward(profile) || protocol !== 'cyclic-window') return asked
  if (asked !== 'extraction') return 'erasure'
  throw refusedWithoutFeedforward(profile, {
    pointer: '#query/closing',
    what: 'closing extraction',
    remedy: 'ask for closing erasure or leave it out',
  })
}

interface ClosingQuery {
  readonly mode?: 'correction' | 'detection'
  readonly protocol: string
  readonly closing?: WindowClosing | undefined
}

/** Closing of the last window. Throws AppError invalid_request where one is requested and the protocol has no windows. */
export function closingOf({ mode = 'correction', protocol, closing }: ClosingQuery): WindowClosing {
  if (closing === undefined || (mode === 'correction' && protocol === 'cyclic-window')) return closing ?? 'extraction'
  const what = mode === 'detection' ? 'mode detection' : protocol
  const message = `${what} has no windows to close; leave closing out, or ask for protocol cyclic-window${mode === 'detection' ? ' in mode correction' : ''}`
  throw refusedQuery('closing', message)
}

interface Compiled {
  readonly compiled: CompiledRound
  readonly noise: NoiseModel
}

/** Extractions follow one another without a wait where nothing is decided between them: in all protocols but `adaptive`. */
export const roundUnder = ({ compiled, noise }: Compiled, protocol: string): CompiledRound =>
  protocol === 'adaptive' || !compiled.adaptive ? compiled : compileRound(compiled.plan, noise, 'fixed')
