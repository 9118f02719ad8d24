/** Which protocol is meant on a device, its round as that protocol runs it, and what takes feed-forward that it has not. */

import type { DeviceProfile } from '../../contract/calibration/device-profile'
import { feedforwardOf, protocolsOf } from '../../contract/calibration/feedforward'
import { AppError } from '../../contract/model/errors'
import type { Protocol } from '../../contract/model/protocols'
import type { CompiledRound, NoiseModel } from '../../qec/model/round'
import { compileRound } from '../../qec/schedule/compile'
import type { Closing } from '../../qec/schedule/plane-layout'

export const hasFeedforward = (profile: DeviceProfile): boolean => feedforwardOf(profile).latency_ns !== null

/** `pointer` of the refused field; `remedy` says what can be asked for instead. */
export function refusedWithoutFeedforward(
  { device_id }: DeviceProfile,
  pointer: string,
  what: string,
  remedy: string,
): AppError {
  const message = `${what} decides within a shot, and ${device_id} has no feed-forward (its feedforward_latency_ns is null); ${remedy}`
  return new AppError('invalid_request', message, { device_id, feedforward_latency_ns: null }, [{ pointer, message }])
}

/** Of `refusedWithoutFeedforward`, for the fault-tolerant readout in correction mode. */
export const CONDITIONAL_READOUT = [
  'readout fault-tolerant in mode correction',
  'ask for readout checked, or for mode detection',
] as const

/** What was asked for, else what the device runs. Throws `invalid_request` for `adaptive` on a device without feed-forward. */
export function protocolFor<Asked extends string>(
  profile: DeviceProfile,
  asked: Asked | undefined,
  pointer = '#query/protocol',
): Asked | Protocol {
  const offered = protocolsOf(profile)
  if (asked !== 'adaptive' || offered.includes('adaptive')) return asked ?? offered[0]!
  throw refusedWithoutFeedforward(
    profile,
    pointer,
    'protocol adaptive',
    `ask for protocol ${offered[0]} or leave it out`,
  )
}

/** Of windows: without feed-forward no extraction can depend on one. Throws `invalid_request` where it is asked for. */
export function closingFor(profile: DeviceProfile, protocol: string, asked?: Closing): Closing | undefined {
  if (hasFeedforward(profile) || protocol !== 'cyclic-window') return asked
  if (asked !== 'extraction') return 'erasure'
  throw refusedWithoutFeedforward(
    profile,
    '#query/closing',
    'closing extraction',
    'ask for closing erasure or leave it out',
  )
}

interface Compiled {
  readonly compiled: CompiledRound
  readonly noise: NoiseModel
}

/** Extractions follow one another without a wait where nothing is decided between them: in all protocols but `adaptive`. */
export const roundUnder = ({ compiled, noise }: Compiled, protocol: string): CompiledRound =>
  protocol === 'adaptive' || !compiled.adaptive ? compiled : compileRound(compiled.plan, noise, 'fixed')
