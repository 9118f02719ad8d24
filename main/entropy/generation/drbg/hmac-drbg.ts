import { createHmac } from 'node:crypto'

/** Most bytes of one generate, and most generates from one seed to the next; SP 800-90A would allow 2^48 of these. */
export const MAX_GENERATE_BYTES = 65_536
export const MAX_GENERATES = 1024
/** Minimum bytes of the entropy input: a security strength of 256 bits; MIN_SEED_BYTES includes the nonce of half that size. */
const MIN_ENTROPY_BYTES = 32
const MIN_SEED_BYTES = 48

interface DrbgSeed {
  readonly hash?: 'sha256' | 'sha512'
  readonly entropy: Uint8Array
  readonly nonce: Uint8Array
  readonly personalization?: Uint8Array
  /** Every generate must then be given entropy of its own. */
  readonly predictionResistance?: boolean
}

interface GenerateInputs {
  readonly additional?: Uint8Array
  readonly entropy?: Uint8Array
}

export interface HmacDrbg {
  /** `entropy` reseeds first; without it, `reseed_required` is thrown once the seed has served its generates. */
  generate(bytes: number, inputs?: GenerateInputs): Uint8Array
  reseed(entropy: Uint8Array, additional?: Uint8Array): void
  /** Generates left until the next reseed. */
  readonly remaining: number
  /** Zeroes the state; `generate` and `reseed` throw afterwards. */
  destroy(): void
}

class DrbgError extends Error {
  constructor(
    readonly code: 'reseed_required' | 'destroyed' | 'request_too_large' | 'entropy_too_short',
    message: string,
  ) {
    super(message)
    this.name = 'DrbgError'
  }
}

const EMPTY = new Uint8Array()

/** HMAC_DRBG (SP 800-90A 10.1.2), strength 256; with SHA-512 unless `hash` says otherwise. */
export function createHmacDrbg({ hash = 'sha512', predictionResistance = false, ...seed }: DrbgSeed): HmacDrbg {
  const width = hash === 'sha512' ? 64 : 32
  const key = new Uint8Array(width)
  const value = new Uint8Array(width).fill(1)
  let remaining = MAX_GENERATES
  let destroyed = false

  const into = (target: Uint8Array, ...parts: readonly Uint8Array[]) => {
    const mac = createHmac(hash, key)
    for (const part of parts) mac.update(part)
    target.set(mac.digest())
  }
  const update = (...provided: readonly Uint8Array[]) => {
    const isEmpty = provided.every(({ length }) => length === 0)
    for (const round of isEmpty ? [0] : [0, 1]) {
      into(key, value, Uint8Array.of(round), ...provided)
      into(value, value)
    }
  }
  const needAlive = () => {
    if (destroyed) throw new DrbgError('destroyed', 'the generator has been destroyed')
  }
  const reseed = (entropy: Uint8Array, additional: Uint8Array = EMPTY) => {
    needAlive()
    needEntropy(entropy, MIN_ENTROPY_BYTES)
    update(entropy, additional)
    remaining = MAX_GENERATES
  }

  needEntropy(seed.entropy, MIN_ENTROPY_BYTES)
  if (seed.entropy.length + seed.nonce.length < MIN_SEED_BYTES)
    throw new DrbgError('entropy_too_short', `entropy and nonce must hold ${MIN_SEED_BYTES} bytes`)
  update(seed.entropy, seed.nonce, seed.personalization ?? EMPTY)

  return {
    generate(bytes, { additional = EMPTY, entropy }: GenerateInputs = {}) {
      needAlive()
      if (!Number.isInteger(bytes) || bytes < 0 || bytes > MAX_GENERATE_BYTES)
        throw new DrbgError('request_too_large', `one generate makes 0 to ${MAX_GENERATE_BYTES} bytes, not ${bytes}`)
      if (entropy !== undefined) reseed(entropy, additional)
      else if (predictionResistance || remaining === 0)
        throw new DrbgError('reseed_required', 'the generator must be given fresh entropy first')
      // A reseed has taken the additional input in already.
      const unused = entropy === undefined ? additional : EMPTY
      if (unused.length > 0) update(unused)
      const output = new Uint8Array(bytes)
      for (let at = 0; at < bytes; at += width) {
        into(value, value)
        output.set(value.subarray(0, bytes - at), at)
      }
      update(unused)
      remaining--
      return output
    },
    reseed,
    get remaining() {
      return remaining
    },
    destroy() {
      key.fill(0)
      value.fill(0)
      remaining = 0
      destroyed = true
    },
  }
}

function needEntropy(entropy: Uint8Array, least: number): void {
  if (entropy.length < least)
    throw new DrbgError(
      'entropy_too_short',
      `${entropy.length} bytes of entropy are too few: at least ${least} are needed`,
    )
}
