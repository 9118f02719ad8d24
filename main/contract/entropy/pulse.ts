/** Pulses of a randomness beacon, NIST Randomness Beacon 2.0, cipher suite 0; field names and spellings are NIST's. */
import { z } from 'zod'
import { CompositeAlgorithm, CompositeSignature, KeyId, Sha512Hex, UtcTime } from './evidence-fields'

/** 64 bytes in upper-case hex. */
const Value512 = z.string().regex(/^[0-9A-F]{128}$/, '128 upper-case hex digits')
const Uri = z.string().min(1).max(500)
const Index = z.int().min(1)
const Unsigned32 = z.int().min(0).max(0xffffffff)

export const PULSE_LINKS = ['previous', 'hour', 'day', 'month', 'year'] as const
export type PulseLink = (typeof PULSE_LINKS)[number]

const ListValue = z.strictObject({
  /** Not signed. Null in the first pulse of a chain, which has no pulse before it. */
  uri: Uri.nullable(),
  type: z.enum(PULSE_LINKS),
  value: Value512,
})

export const BeaconPulse = z.strictObject({
  uri: Uri,
  version: z.string().min(1).max(40),
  /** 0: SHA-512 and RSA PKCS #1 v1.5. */
  cipherSuite: z.literal(0),
  /** Milliseconds. */
  period: Unsigned32.min(1),
  certificateId: Sha512Hex,
  chainIndex: Index,
  pulseIndex: Index,
  timeStamp: UtcTime,
  localRandomValue: Value512,
  external: z.strictObject({ sourceId: Value512, statusCode: Unsigned32, value: Value512 }),
  listValues: z
    .array(ListValue)
    .length(PULSE_LINKS.length)
    .refine(links => PULSE_LINKS.every(type => links.some(link => link.type === type)), 'each link once'),
  precommitmentValue: Value512,
  /** 0: in the chain; 1: the first of a chain; 2: after a gap. */
  statusCode: Unsigned32,
  signatureValue: z.string().regex(/^([0-9A-F]{2}){128,1024}$/, 'an RSA signature in upper-case hex'),
  outputValue: Value512,
})
export type BeaconPulse = z.infer<typeof BeaconPulse>

/** A pulse as NIST publishes it, and our composite signature over its canonical JSON beside it. */
export const PublishedPulse = z.strictObject({
  pulse: BeaconPulse,
  pentad: z.strictObject({ kid: KeyId, alg: CompositeAlgorithm, signature: CompositeSignature }).optional(),
})
export type PublishedPulse = z.infer<typeof PublishedPulse>
