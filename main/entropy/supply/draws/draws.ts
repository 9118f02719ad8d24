import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type { Ledger } from '../../../account/ledger'
import type { DrawRequest, MultiDrawRequest, PolicyDrawRequest } from '../../../contract/entropy/draw'
import type { DrawReply, Receipt } from '../../../contract/entropy/receipt'
import { AppError } from '../../../contract/model/errors'
import type { Caller } from '../../../contract/service/account'
import { outputCommitment } from '../../evidence/receipts/receipt'
import type { CirculantKernel } from '../../generation/extraction/circulant'
import {
  type DrawVerdict,
  decideByPolicy,
  decideCirculant,
  decideSource,
  decideXor,
  priceOf,
} from '../../generation/policies/decide'
import type { PolicyName } from '../../generation/policies/policies'
import type { CustomPools } from '../operations/custom-pools'
import type { Sources } from '../sources/sources'
import type { DrawLack, EntropySupplySource } from '../sources/supply-source'
import { type Drawn, drawBytes } from './drawn'
import { type DrawTurn, hexOf, type KeptReplies } from './kept-replies'
import { namedSources } from './named-sources'
import type { PolicyGenerators } from './policy-generators'
import type { ReceiptIssuer } from './receipt-issuer'
import { needDecision } from './refusals'

/** Who draws, and under which Idempotency-Key; null without one. */
interface DrawCaller {
  readonly caller: Caller
  readonly idempotency_key: string | null
}

export interface Draws {
  /** API A. Throws `invalid_request` without an Idempotency-Key. */
  draw(request: DrawRequest, who: DrawCaller): Promise<DrawReply>
  request(request: PolicyDrawRequest, who: DrawCaller): Promise<DrawReply>
  multi(request: MultiDrawRequest, who: DrawCaller): Promise<DrawReply>
  /** One frame of a stream, routed by policy; never replayed. */
  frame(request: PolicyDrawRequest, caller: Caller): Promise<DrawReply>
}

export interface DrawOptions {
  readonly sources: Sources
  readonly pools: Pick<CustomPools, 'sourcesOf'>
  readonly replies: KeptReplies
  readonly receipts: ReceiptIssuer
  readonly ledger: Pick<Ledger, 'balance' | 'spend'>
  readonly generators: PolicyGenerators
  readonly kernel: CirculantKernel
  readonly simulated_by_default: boolean
  /** How long a draw waits for sources that have just begun. */
  readonly warm_ms?: number
}

/** What one draw comes down to. */
interface PlannedDraw {
  readonly type: Receipt['type']
  readonly mode: Receipt['mode']
  readonly bytes: number
  readonly policy: PolicyName | null
  /** What the receipt names as policy: a policy, or a custom pool. */
  readonly policy_name: string | null
  readonly user_data: string | null
  /** Sources that may take part; they are woken. */
  readonly candidates: readonly EntropySupplySource[]
  readonly decide: () => DrawVerdict
}

const WARM_MS = 15_000
const MICRO = 1_000_000

/**
 * Draws: checked, taken, signed, and written with their charge in one transaction. A draw that fails on the way charges nothing
 * and burns what it took.
 */
export function createDraws(options: DrawOptions): Draws {
  const { sources, pools, replies, receipts, ledger, generators, kernel, warm_ms = WARM_MS } = options
  const named = namedSources(sources)

  const needReady = (credits: number) => {
    const state = receipts.ready()
    if (!state.ok) throw new AppError('signing_unavailable', state.message, { reason: state.reason })
    const { available } = ledger.balance('entropy_credit')
    if (available < credits)
      throw new AppError('insufficient_credits', `This takes ${credits} entropy credits; ${available} are available`, {
        ...{ required: credits, available },
      })
  }

  async function carryOut(plan: PlannedDraw, caller: Caller, turn: DrawTurn): Promise<DrawReply> {
    const credits = priceOf(plan.bytes)
    needReady(credits)
    await sources.warm(plan.candidates, warm_ms, () => lackOf(plan.decide()))
    turn.prepare()
    const decision = needDecision(plan.decide())
    const chosen = decision.sources.map(({ id }) => sources.get(id))
    const drawn = await drawBytes({ ...plan, decision, sources: chosen, generators, kernel })
    try {
      return await issue({ plan, caller, turn, drawn, credits })
    } finally {
      drawn.bytes.fill(0)
    }
  }

  interface Issuing {
    readonly plan: PlannedDraw
    readonly caller: Caller
    readonly turn: DrawTurn
    readonly drawn: Drawn
    readonly credits: number
  }

  async function issue({ plan, caller, turn, drawn, credits }: Issuing): Promise<DrawReply> {
    const { bytes, used, ...made } = drawn
    const [request_id, salt] = [randomUUID(), randomBytes(32)]
    const draft = {
      ...{ type: plan.type, request_id, key_hash: keyHashOf(caller), mode: plan.mode, policy: plan.policy_name },
      ...{ bytes: plan.bytes, output_commitment: outputCommitment(salt, bytes), ...made, credits },
      user_data: plan.user_data,
    }
    const receipt = await receipts.issue(draft, () => {
      ledger.spend('entropy_credit', credits * MICRO, request_id, caller.key_id)
      turn.record(request_id, { salt, bytes })
      for (const { source, bytes: count } of used) source.recordUse(count)
    })
    return { request_id, bytes_hex: hexOf(bytes), salt_hex: hexOf(salt), receipt }
  }

  async function once(name: string, request: object, who: DrawCaller, plan: () => PlannedDraw): Promise<DrawReply> {
    const { caller, idempotency_key } = who
    const turn = replies.claim(caller.key_id, idempotency_key, fingerprintOf(name, request))
    if (turn.known) return turn.known
    try {
      return await carryOut(plan(), caller, turn)
    } finally {
      turn.end()
    }
  }

  function planDraw(request: DrawRequest): PlannedDraw {
    const { bytes, mode, user_data = null } = request
    const plan = { type: 'draw', mode, bytes, policy: null, policy_name: null, user_data } as const
    if (request.mode === 'source') {
      const one = named.one(request.id, '/id')
      return { ...plan, candidates: one.candidates, decide: () => decideSource(one.statuses()[0]!, bytes) }
    }
    const many = named.many(request.ids, '/ids')
    return { ...plan, candidates: many.candidates, decide: () => decideXor({ bytes, sources: many.statuses() }) }
  }

  function planRequest(request: PolicyDrawRequest, type: Receipt['type'] = 'draw'): PlannedDraw {
    const { bytes, pool, user_data = null } = request
    const plan = { type, mode: 'policy', bytes, user_data } as const
    if (pool !== undefined) {
      const candidates = pools.sourcesOf(pool)
      const decide = () => decideXor({ bytes, sources: candidates.map(source => source.status()) })
      return { ...plan, mode: 'custom', policy: null, policy_name: `pool:${pool}`.slice(0, 64), candidates, decide }
    }
    const policy = request.policy ?? 'default'
    const { simulated_by_default } = options
    const decide = () => {
      const statuses = sources.all.map(source => source.status())
      const needed = bytes + generators.seedNeed(policy, bytes)
      const verdict = decideByPolicy({ policy, bytes, sources: statuses, simulated_by_default })
      const isByGenerator = 'decision' in verdict && verdict.decision.construction === 'rbg3_xor'
      // A seed comes from the same source; the price is that of the bytes.
      if (!isByGenerator || needed === bytes) return verdict
      return decideByPolicy({ policy, bytes: needed, sources: statuses, simulated_by_default })
    }
    return { ...plan, policy, policy_name: policy, candidates: sources.all, decide }
  }

  function planMulti(request: MultiDrawRequest): PlannedDraw {
    const { bytes, sources: names, method, log2_eps, user_data = null } = request
    const many = named.many(names, '/sources')
    const plan = { type: 'draw', mode: 'multi', bytes, policy: null, policy_name: null, user_data } as const
    const { candidates, statuses } = many
    return method === 'xor'
      ? { ...plan, candidates, decide: () => decideXor({ bytes, sources: statuses() }) }
      : {
          ...{ ...plan, candidates },
          decide: () => decideCirculant({ bytes, sources: statuses(), ...(log2_eps !== undefined && { log2_eps }) }),
        }
  }

  return {
    async draw(request, who) {
      if (who.idempotency_key === null) throw noKey()
      return once('entropy', request, who, () => planDraw(request))
    },
    request: async (request, who) => once('request', request, who, () => planRequest(request)),
    multi: async (request, who) => once('multi', request, who, () => planMulti(request)),
    async frame(request, caller) {
      const turn = replies.claim(caller.key_id, null, '')
      return carryOut(planRequest(request, 'stream_frame'), caller, turn)
    },
  }
}

/** Reasons of refusal that may end while a source is starting, so that waiting can help. */
const WORTH_WAITING: readonly string[] = ['starting', 'restarting', 'not_assessed', 'no_source', 'too_few_groups']

/** What waiting may bring; null where nothing is lacking or waiting would not help. */
function lackOf(verdict: DrawVerdict): DrawLack | null {
  if ('decision' in verdict) return null
  const { reason } = verdict.refusal
  if (reason === 'empty') return 'bytes'
  return WORTH_WAITING.includes(reason) ? 'source' : null
}

const noKey = () =>
  new AppError('invalid_request', 'A draw needs an Idempotency-Key, so that sending it again draws nothing twice', {}, [
    { pointer: '#header/Idempotency-Key', message: 'send one, such as a fresh UUID for each draw' },
  ])

/** Names the key without telling its secret: SHA-256 of its id; of `session` for the account holder. */
const keyHashOf = ({ key_id }: Pick<Caller, 'key_id'>): string =>
  createHash('sha256')
    .update(key_id ?? 'session')
    .digest('hex')

/** Fields in the order of their names, so that the same draw has the same fingerprint. */
const fingerprintOf = (name: string, request: object): string => {
  const fields = Object.entries(request).sort(([a], [b]) => (a < b ? -1 : 1))
  return createHash('sha256')
    .update(JSON.stringify([name, fields]))
    .digest('hex')
}
