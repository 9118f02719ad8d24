/** The signed record of one draw. */
import { z } from 'zod'
import {
  CompositeAlgorithm,
  CompositeSignature,
  Counter64,
  KeyId,
  LogOrigin,
  Sha256Hex,
  UtcTime,
} from './evidence-fields'

/**
 * Bits of min-entropy, rounded down to four decimals: numbers that every language writes alike, so that canonical JSON
 * needs no number formatting of its own.
 */
const EntropyBits = z
  .number()
  .min(0)
  .max(1e9)
  .refine(bits => Number(bits.toFixed(4)) === bits, 'at most four decimals')

const ReceiptSource = z.strictObject({
  id: z.string().regex(/^urn:pentad:source:[a-z0-9-]{1,40}:[A-Za-z0-9._-]{1,64}$/, 'the full id of a source'),
  kind: z.string().regex(/^[a-z][a-z0-9_]{0,39}$/, 'the kind of a source'),
  simulated: z.boolean(),
  /** Raw bits that went into the draw. */
  raw_bits: Counter64,
  /**
   * Per raw bit, as claimed for the source and as assessed; null before it was assessed, and for a source that whitens its
   * samples, which is credited with nothing unless the policy is `simulated_ok`.
   */
  h_claimed: EntropyBits,
  h_assessed: EntropyBits.nullable(),
})

const ReceiptExtractor = z.strictObject({
  method: z.enum(['circulant', 'xor']),
  /** log2 of the total statistical distance of a cascade's output from uniform bits; null for xor. */
  log2_eps: z.int().min(-1024).max(0).nullable(),
  /** Steps of the cascade in order: the prime n, and the number of output bits. */
  steps: z.array(z.strictObject({ n: z.int().min(3), m: z.int().min(1) })).max(7),
})

export const Receipt = z.strictObject({
  v: z.literal(1),
  type: z.enum(['draw', 'stream_frame']),
  request_id: z.uuid(),
  /** Counts restored or copied data folders: each starts serials and chain anew. */
  epoch: z.int().min(1).max(0xffffffff),
  /** From 1 within an epoch, without gaps. */
  serial: Counter64,
  /** SHA-256 of the signed bytes of the previous receipt; zeros in the first of an epoch. */
  prev_receipt_sha256: Sha256Hex,
  issued_at: UtcTime,
  /** Hash of the API key that drew. */
  key_hash: Sha256Hex,
  mode: z.enum(['source', 'custom', 'policy', 'multi']),
  policy: z.string().max(64).nullable(),
  bytes: z.int().min(1).max(65_536),
  /** SHA-256 of salt ‖ bytes; only the caller has both. */
  output_commitment: Sha256Hex,
  sources: z.array(ReceiptSource).min(1).max(16),
  /** How the bytes were made from the sources' output. */
  construction: z.enum(['conditioner', 'xor', 'hmac_drbg', 'rbg3_xor', 'circulant']),
  extractor: ReceiptExtractor.nullable(),
  /**
   * Credited bits of min-entropy: `h_in` of the input, `h_out` of the drawn bytes. 0 where only sources that whiten took part.
   */
  h_in: EntropyBits,
  h_out: EntropyBits,
  credits: z.int().min(0),
  /** The newest pulse of the beacon when the receipt was made. */
  beacon: z
    .strictObject({ chain: Counter64, index: Counter64, output: z.string().regex(/^[0-9A-F]{128}$/) })
    .nullable(),
  /** Data that the caller asked to have bound to the draw. */
  user_data: z.string().max(256).nullable(),
  kid: KeyId,
  alg: CompositeAlgorithm,
  signature: CompositeSignature,
  log: z.strictObject({ origin: LogOrigin, index: Counter64 }),
})
export type Receipt = z.infer<typeof Receipt>

/** The reply to a draw: identical when it is asked for again. */
export const DrawReply = z.strictObject({
  request_id: z.uuid(),
  bytes_hex: z.string().regex(/^([0-9a-f]{2}){1,65536}$/),
  /** 32 bytes that the caller alone gets; see `output_commitment`. */
  salt_hex: Sha256Hex,
  receipt: Receipt,
})
export type DrawReply = z.infer<typeof DrawReply>
