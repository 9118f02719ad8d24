/** Shapes of single fields that receipts, keys, proofs and pulses share. */
import { z } from 'zod'

/** A counter of 64 bits in decimal digits, without leading zeros: many readers of JSON round numbers beyond 2^53. */
export const Counter64 = z
  .string()
  .max(20)
  .refine(text => /^(0|[1-9]\d*)$/.test(text) && BigInt(text) < 1n << 64n, 'decimal digits of a number below 2^64')

/** `2026-11-23T21:00:00.000Z`: one spelling for each time. */
export const UtcTime = z
  .string()
  .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/, 'a time in UTC with milliseconds')
  .refine(text => !Number.isNaN(Date.parse(text)) && new Date(text).toISOString() === text, 'a time that exists')

/** Lower-case hex of 32 bytes. */
export const Sha256Hex = z.string().regex(/^[0-9a-f]{64}$/, '64 lower-case hex digits')

/** Lower-case hex of 64 bytes. */
export const Sha512Hex = z.string().regex(/^[0-9a-f]{128}$/, '128 lower-case hex digits')

/** A SHA-256 thumbprint (RFC 7638) in base64url. */
export const KeyId = z.string().regex(/^[A-Za-z0-9_-]{43}$/, 'a key id of 43 characters')

export const CompositeAlgorithm = z.literal('id-MLDSA65-Ed25519-SHA512')

/** 1984 bytes in base64url. */
export const CompositePublicKey = z.string().regex(/^[A-Za-z0-9_-]{2646}$/, 'a public key of 1984 bytes in base64url')

/** 3373 bytes in base64url. */
export const CompositeSignature = z.string().regex(/^[A-Za-z0-9_-]{4498}$/, 'a signature of 3373 bytes in base64url')

/** The name of a log, also that of its keys: no spaces, no plus. */
export const LogOrigin = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._:/-]{0,199}$/, 'the name of a log')

/** Standard base64 of 32 bytes, as in tlog-tiles. */
export const LogHash = z.string().regex(/^[A-Za-z0-9+/]{43}=$/, '32 bytes in base64')
