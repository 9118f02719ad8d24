import { type ExtractionPlan, planExtraction } from '../extraction/plan'
import { ENTROPY_POLICIES, type PolicyName, problemUnder } from './policies'
import { type SourceProblem, type SourceStatus, sourceProblem } from './source-status'

/** Credits of a draw. */
export const priceOf = (bytes: number): number => Math.ceil(bytes / 256)

export interface DrawDecision {
  readonly sources: readonly SourceStatus[]
  readonly construction: 'source' | 'xor' | 'rbg3_xor' | 'circulant'
  /** Set for a circulant extraction. */
  readonly plan: ExtractionPlan | null
  readonly credits: number
}

/**
 * `code` is the error a caller gets: `source_empty` where a named source cannot serve, `insufficient_entropy` where what is
 * there does not suffice, `policy_refused` where the policy or the choice of sources forbids it.
 */
export interface DrawRefusal {
  readonly code: 'source_empty' | 'insufficient_entropy' | 'policy_refused'
  readonly reason:
    | SourceProblem
    | 'empty'
    | 'no_source'
    | 'too_few_groups'
    | 'shared_group'
    | 'named_twice'
    | 'wrong_count'
    | 'rates_too_low'
    | 'too_long'
  readonly source: string | null
  /** Bytes, raw bits of an extraction, sources or physical groups, as the reason says; null where no amount would do. */
  readonly needed: number | null
  readonly available: number | null
  /** Sources that the policy leaves out, and why. */
  readonly excluded: readonly { readonly source: string; readonly reason: SourceProblem }[]
}

export type DrawVerdict = { readonly decision: DrawDecision } | { readonly refusal: DrawRefusal }

interface PolicyDraw {
  readonly policy: PolicyName
  readonly bytes: number
  readonly sources: readonly SourceStatus[]
  readonly simulated_by_default: boolean
  readonly log2_eps?: number
}

/** A draw routed by policy: of one source and the policy's generator, or extracted from one source each of two groups. */
export function decideByPolicy(draw: PolicyDraw): DrawVerdict {
  const policy = ENTROPY_POLICIES[draw.policy]
  const judged = draw.sources.map(source => ({
    source,
    reason: problemUnder({ ...draw, policy }, source, draw.bytes),
  }))
  const excluded = judged.flatMap(({ source, reason }) => (reason === null ? [] : [{ source: source.id, reason }]))
  const allowed = judged.filter(({ reason }) => reason === null).map(({ source }) => source)
  const groups = new Set(allowed.map(({ physical_group }) => physical_group)).size
  if (groups === 0) return refused({ code: 'policy_refused', reason: 'no_source', needed: 1, available: 0, excluded })
  if (groups < policy.groups)
    return refused({
      code: 'policy_refused',
      reason: 'too_few_groups',
      needed: policy.groups,
      available: groups,
      excluded,
    })
  return policy.construction === 'circulant'
    ? extractionOf(bestOfGroups(allowed, policy.groups), draw, excluded)
    : fullestOf(allowed, draw.bytes, excluded)
}

interface NamedDraw {
  readonly bytes: number
  /** In the order in which they were named. */
  readonly sources: readonly SourceStatus[]
}

/** A draw from one source. A source that whitens its samples has no entropy credit, so it cannot serve alone. */
export function decideSource(source: SourceStatus, bytes: number): DrawVerdict {
  const refusal = uncredited([source]) ?? lacking(source, bytes)
  return refusal ? refused(refusal) : accepted({ sources: [source], construction: 'source', bytes })
}

/**
 * The exclusive or of blocks of 2 to 8 sources: all must be able to serve, none shares a physical group with another, and one
 * at least is credited, which makes the whole of full entropy.
 */
export function decideXor({ bytes, sources }: NamedDraw): DrawVerdict {
  const refusal = choiceProblem(sources) ?? uncredited(sources) ?? first(sources, source => lacking(source, bytes))
  return refusal ? refused(refusal) : accepted({ sources, construction: 'xor', bytes })
}

/** A circulant extraction from 2 to 8 named sources, under the same conditions; all give raw bits. */
export function decideCirculant(draw: NamedDraw & { readonly log2_eps?: number }): DrawVerdict {
  const refusal =
    choiceProblem(draw.sources) ??
    first(draw.sources, whitened) ??
    first(draw.sources, source => unable(source, draw.bytes))
  return refusal ? refused(refusal) : extractionOf(draw.sources, draw, [])
}

type PartialRefusal = Pick<DrawRefusal, 'code' | 'reason'> & Partial<DrawRefusal>

const refused = (refusal: PartialRefusal): DrawVerdict => ({
  refusal: { source: null, needed: null, available: null, excluded: [], ...refusal },
})

interface AcceptedDraw extends Pick<DrawDecision, 'sources' | 'construction'> {
  readonly bytes: number
  readonly plan?: ExtractionPlan
}

const accepted = ({ bytes, plan = undefined, ...draw }: AcceptedDraw): DrawVerdict => ({
  decision: { ...draw, plan: plan ?? null, credits: priceOf(bytes) },
})

function first<T, R>(items: readonly T[], find: (item: T) => R | null): R | null {
  for (const item of items) {
    const found = find(item)
    if (found !== null) return found
  }
  return null
}

function unable(source: SourceStatus, bytes: number): PartialRefusal | null {
  const reason = sourceProblem(source, bytes)
  if (reason === null) return null
  const code = reason === 'public' ? 'policy_refused' : 'source_empty'
  return { code, reason, source: source.id, needed: bytes, available: 0 }
}

function lacking(source: SourceStatus, bytes: number): PartialRefusal | null {
  const problem = unable(source, bytes)
  if (problem !== null) return problem
  const available = source.bytes
  return available >= bytes
    ? null
    : { code: 'source_empty', reason: 'empty', source: source.id, needed: bytes, available }
}

/** Refuses a source that whitens its samples: they are not raw bits, and no min-entropy can be credited to them. */
const whitened = ({ id, kind, raw }: SourceStatus): PartialRefusal | null =>
  raw || kind === 'beacon' ? null : { code: 'policy_refused', reason: 'whitened', source: id }

/** Refuses where all sources whiten their samples: no min-entropy is credited to what they give. */
const uncredited = (sources: readonly SourceStatus[]): PartialRefusal | null =>
  sources.every(({ raw, kind }) => !raw && kind !== 'beacon')
    ? { code: 'source_empty', reason: 'whitened', source: sources[0]!.id }
    : null

function choiceProblem(sources: readonly SourceStatus[]): PartialRefusal | null {
  if (sources.length < 2 || sources.length > 8)
    return {
      code: 'policy_refused',
      reason: 'wrong_count',
      needed: sources.length < 2 ? 2 : 8,
      available: sources.length,
    }
  const beacon = sources.find(({ kind }) => kind === 'beacon')
  if (beacon) return { code: 'policy_refused', reason: 'public', source: beacon.id }
  const again = sources.find(({ id }, i) => sources.findIndex(other => other.id === id) < i)
  if (again) return { code: 'policy_refused', reason: 'named_twice', source: again.id }
  const groups = sources.map(({ physical_group }) => physical_group)
  const shared = groups.findIndex((group, i) => groups.indexOf(group) < i)
  if (shared < 0) return null
  const available = new Set(groups).size
  return {
    code: 'policy_refused',
    reason: 'shared_group',
    source: sources[shared]!.id,
    needed: sources.length,
    available,
  }
}

/** Draws from the source with the most bytes; among equals, from the first by name. */
function fullestOf(allowed: readonly SourceStatus[], bytes: number, excluded: DrawRefusal['excluded']): DrawVerdict {
  const [fullest] = [...allowed].sort((a, b) => b.bytes - a.bytes || (a.id < b.id ? -1 : 1))
  const available = fullest!.bytes
  return available >= bytes
    ? accepted({ sources: [fullest!], construction: 'rbg3_xor', bytes })
    : refused({
        code: 'insufficient_entropy',
        reason: 'empty',
        source: fullest!.id,
        needed: bytes,
        available,
        excluded,
      })
}

/** In each physical group the source with the most raw entropy; then the groups whose sources have most. */
function bestOfGroups(allowed: readonly SourceStatus[], count: number): readonly SourceStatus[] {
  const rawEntropy = ({ raw_bits, entropy }: SourceStatus) => raw_bits * entropy!
  const ordered = [...allowed].sort((a, b) => rawEntropy(b) - rawEntropy(a) || (a.id < b.id ? -1 : 1))
  const groups = new Set<string>()
  const best = ordered.filter(({ physical_group }) => !groups.has(physical_group) && groups.add(physical_group))
  return best.slice(0, count)
}

function extractionOf(
  sources: readonly SourceStatus[],
  { bytes, log2_eps }: { readonly bytes: number; readonly log2_eps?: number },
  excluded: DrawRefusal['excluded'],
): DrawVerdict {
  const plan = planExtraction({
    bytes,
    sources: sources.map(({ id, entropy, raw_bits }) => ({ id, entropy: entropy!, available: raw_bits })),
    ...(log2_eps === undefined ? {} : { log2_eps }),
  })
  if (!('refused' in plan)) return accepted({ sources, construction: 'circulant', bytes, plan })
  const { refused: cause, source, needed, available } = plan
  const reason = cause === 'insufficient_entropy' ? 'empty' : cause
  return refused({ code: 'insufficient_entropy', reason, source, needed, available, excluded })
}
