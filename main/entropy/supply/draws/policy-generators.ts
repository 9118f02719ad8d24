import { randomUUID } from 'node:crypto'
import { rbg3Xor } from '../../generation/drbg/combine'
import { createHmacDrbg, type HmacDrbg, MAX_GENERATE_BYTES } from '../../generation/drbg/hmac-drbg'
import type { PolicyName } from '../../generation/policies/policies'
import type { EntropySupplySource } from '../sources/supply-source'

/** Conditioned bytes of one seed: 48 of entropy, 16 of nonce. */
const SEED_BYTES = 64
const RESEED_MS = 60_000

/** One HMAC_DRBG a policy (SP 800-90A), seeded only by sources that the policy allows. */
export interface PolicyGenerators {
  /** Bytes for a seed that a draw of `bytes` takes of its source in addition; 0 while the generator is fresh. */
  seedNeed(policy: PolicyName, bytes: number): number
  /** RBG3(XOR) of SP 800-90C: bytes of the source, exclusive or with the generator's. */
  combine(policy: PolicyName, source: EntropySupplySource, bytes: number): Uint8Array
  /** Destroys the generators of all policies that the source seeded. */
  destroySeededBy(source_id: string): void
  close(): void
}

interface PolicyGenerator {
  readonly drbg: HmacDrbg
  readonly seeded_by: Set<string>
  seeded_at: number
}

/** `now` in milliseconds, of a clock that does not step back. */
export function createPolicyGenerators(now: () => number = () => performance.now()): PolicyGenerators {
  const generators = new Map<PolicyName, PolicyGenerator>()
  const isFresh = ({ drbg, seeded_at }: PolicyGenerator, generates: number) =>
    drbg.remaining >= generates && now() - seeded_at < RESEED_MS
  const generatesFor = (bytes: number) => Math.ceil(bytes / MAX_GENERATE_BYTES)

  function seed(policy: PolicyName, source: EntropySupplySource): PolicyGenerator {
    const [bytes, found] = [source.takeBytes(SEED_BYTES), generators.get(policy)]
    const [entropy, nonce] = [bytes.subarray(0, 48), bytes.subarray(48)]
    const personalization = Buffer.from(`pentad ${policy} ${randomUUID()}`)
    if (found) found.drbg.reseed(bytes)
    const generator = found ?? {
      drbg: createHmacDrbg({ entropy, nonce, personalization }),
      seeded_by: new Set<string>(),
      seeded_at: 0,
    }
    generator.seeded_by.add(source.id)
    generator.seeded_at = now()
    generators.set(policy, generator)
    bytes.fill(0)
    return generator
  }

  const destroy = (policy: PolicyName) => {
    generators.get(policy)?.drbg.destroy()
    generators.delete(policy)
  }

  return {
    seedNeed(policy, bytes) {
      const found = generators.get(policy)
      return found && isFresh(found, generatesFor(bytes)) ? 0 : SEED_BYTES
    },
    combine(policy, source, bytes) {
      const found = generators.get(policy)
      const { drbg } = found && isFresh(found, generatesFor(bytes)) ? found : seed(policy, source)
      return rbg3Xor(source.takeBytes(bytes), drbg)
    },
    destroySeededBy(source_id) {
      for (const [policy, { seeded_by }] of [...generators]) if (seeded_by.has(source_id)) destroy(policy)
    },
    close() {
      for (const policy of [...generators.keys()]) destroy(policy)
    },
  }
}
