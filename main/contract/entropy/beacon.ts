/** The beacon as a whole, its stream, and where its pulses are asked for. */
import { z } from 'zod'
import { Sha512Hex, UtcTime } from './evidence-fields'
import { BeaconPulse, PublishedPulse } from './pulse'

const Known = z.int().min(1).nullable()

export const BeaconInfo = z.object({
  format: z.string(),
  /** Milliseconds between pulses. */
  period_ms: z.int().min(1),
  chain: Known,
  /** Why the chain began: `first`, `restored`, `value_lost`, `key_lost`, `clock_went_back`, `period_changed`. */
  chain_reason: z.string().nullable(),
  last_pulse: Known,
  last_time: UtcTime.nullable(),
  certificate_id: Sha512Hex.nullable(),
  /** Public address in the pulses of the chain. */
  base: z.string().nullable(),
  /** Whether the pulse that was due last could not be made. */
  failing: z.boolean(),
  notice: z.string(),
})
export type BeaconInfo = z.infer<typeof BeaconInfo>

const Index = z.coerce.number().int().min(1)

export const PulseParam = z.object({ pulse_index: Index })
export const PulseQuery = z.object({ chain: Index.optional() })
export const ChainPulseParam = z.object({ chain_index: Index, pulse_index: z.union([z.literal('last'), Index]) })
export const LastChainPulseParam = z.object({ pulse_index: z.union([z.literal('last'), Index]) })
export const PulseTimeParam = z.object({ time_ms: z.coerce.number().int().min(0).max(8.64e15) })
export const CertificateParam = z.object({ certificate_id: Sha512Hex })
export const SkipListQuery = z.object({ chain: Index.optional(), from: Index, to: Index })

/** A pulse alone, as NIST publishes it. */
export const NistPulse = z.object({ pulse: BeaconPulse })

export const BeaconFrame = z.union([
  PublishedPulse.extend({ type: z.literal('pulse') }),
  /** The last frame before the service closes the stream. */
  z.object({ type: z.literal('error'), error: z.string(), detail: z.string() }),
])
export type BeaconFrame = z.infer<typeof BeaconFrame>
