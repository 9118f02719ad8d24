/** How long it takes until an outcome can decide what is done next, as the device profile says it. */
import { PROTOCOLS, type Protocol } from '../model/protocols'
import type { DeviceProfile } from './device-profile'

/**
 * For profiles that do not say: between what laboratories publish for FPGA controllers close to the cryostat (110 ns,
 * Salathé et al., arXiv:1709.01030; 140 ns, Xiang et al., arXiv:1909.10022, without cables and integration) and the
 * microsecond of systems with several crates. Always named as assumed.
 */
export const ASSUMED_LATENCY_NS = 500

export interface Feedforward {
  /** From the end of a measurement to the first operation that it decides; null: outcomes decide nothing within a shot. */
  readonly latency_ns: number | null
  /** null where there is none. */
  readonly basis: 'published' | 'measured' | 'assumed' | null
}

type FeedforwardFields = Pick<DeviceProfile, 'feedforward' | 'feedforward_latency_ns' | 'feedforward_latency_basis'>

export function feedforwardOf(profile: FeedforwardFields): Feedforward {
  const { feedforward, feedforward_latency_ns: latency_ns, feedforward_latency_basis: basis = 'assumed' } = profile
  if (latency_ns === null || feedforward === false) return { latency_ns: null, basis: null }
  return latency_ns === undefined ? { latency_ns: ASSUMED_LATENCY_NS, basis: 'assumed' } : { latency_ns, basis }
}

/** The first is meant where a request names none. Without feed-forward only windows are left. */
export const protocolsOf = (profile: FeedforwardFields): readonly Protocol[] =>
  feedforwardOf(profile).latency_ns === null ? ['cyclic-window'] : PROTOCOLS
