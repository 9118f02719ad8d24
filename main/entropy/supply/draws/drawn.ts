import type { Receipt } from '../../../contract/entropy/receipt'
import { entropyBits } from '../../evidence/receipts/receipt'
import { xorOfBlocks } from '../../generation/drbg/combine'
import type { CirculantKernel } from '../../generation/extraction/circulant'
import { extractByPlan } from '../../generation/extraction/extract'
import type { DrawDecision } from '../../generation/policies/decide'
import type { PolicyName } from '../../generation/policies/policies'
import type { EntropySupplySource } from '../sources/supply-source'
import type { PolicyGenerators } from './policy-generators'

/** Bytes with the fields of the receipt about their origin. */
export interface Drawn extends Pick<Receipt, 'sources' | 'construction' | 'extractor' | 'h_in' | 'h_out'> {
  readonly bytes: Uint8Array
  /** Bytes used of each source, for its budget. */
  readonly used: readonly { readonly source: EntropySupplySource; readonly bytes: number }[]
}

interface DrawingParts {
  readonly decision: DrawDecision
  readonly bytes: number
  /** The sources of the decision, in its order. */
  readonly sources: readonly EntropySupplySource[]
  readonly policy: PolicyName | null
  readonly generators: PolicyGenerators
  readonly kernel: CirculantKernel
}

/** Takes the bytes by the decision: they are spent even if the draw fails later. */
export async function drawBytes(parts: DrawingParts): Promise<Drawn> {
  const { decision, bytes, sources, policy, generators, kernel } = parts
  switch (decision.construction) {
    case 'source':
      return conditioned(parts, { construction: 'conditioner', bytes: sources[0]!.takeBytes(bytes) })
    case 'xor':
      return conditioned(parts, {
        construction: 'xor',
        bytes: xorOfBlocks(sources.map(source => source.takeBytes(bytes))),
      })
    case 'rbg3_xor': {
      const seed = generators.seedNeed(policy!, bytes)
      return conditioned(parts, {
        construction: 'rbg3_xor',
        bytes: generators.combine(policy!, sources[0]!, bytes),
        seed,
      })
    }
    case 'circulant': {
      const plan = decision.plan!
      const inputs = sources.map((source, at) => source.takeBits(plan.bits[at]!, bytes))
      return {
        bytes: await extractByPlan(plan, inputs, kernel),
        construction: 'circulant',
        sources: sources.map((source, at) => receiptSource(source, plan.bits[at]!, policy)),
        extractor: { method: 'circulant', log2_eps: plan.log2_eps, steps: plan.steps.map(step => ({ ...step })) },
        h_in: entropyBits(plan.h_in),
        h_out: 8 * bytes,
        used: sources.map(source => ({ source, bytes })),
      }
    }
  }
}

interface ConditionedBytes {
  readonly construction: 'conditioner' | 'xor' | 'rbg3_xor'
  readonly bytes: Uint8Array
  /** Bytes taken in addition to those of the draw. */
  readonly seed?: number
}

function conditioned(
  { bytes: count, sources, policy }: DrawingParts,
  { construction, bytes, seed = 0 }: ConditionedBytes,
): Drawn {
  const rows = sources.map(source => receiptSource(source, source.rawBitsOf(count + seed), policy))
  const h_in = rows.reduce((sum, { raw_bits, h_assessed }) => sum + Number(raw_bits) * (h_assessed ?? 0), 0)
  return {
    bytes,
    construction,
    sources: rows,
    extractor: construction === 'xor' ? { method: 'xor', log2_eps: null, steps: [] } : null,
    h_in: entropyBits(h_in),
    // One block of full entropy gives the output full entropy; where no source is credited, nothing is promised.
    h_out: h_in > 0 ? 8 * count : 0,
    used: sources.map(source => ({ source, bytes: count + seed })),
  }
}

function receiptSource(
  source: EntropySupplySource,
  raw_bits: number,
  policy: PolicyName | null,
): Receipt['sources'][number] {
  const { id, kind, simulated, raw, claimed, bits } = source
  const { entropy } = source.status()
  const isCredited = entropy !== null && (raw || policy === 'simulated_ok')
  return {
    id,
    kind,
    simulated,
    raw_bits: String(raw_bits),
    h_claimed: entropyBits(claimed / bits),
    h_assessed: isCredited ? entropyBits(entropy) : null,
  }
}
