import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { insufficient, type Ledger } from '../../../account/ledger'
import type { DrawRequest, MultiDrawRequest, PolicyDrawRequest } from '../../../contract/entropy/draw'
import type { DrawReply } from '../../../contract/entropy/receipt'
import { AppError } from '../../../contract/model/errors'
import type { Caller } from '../../../contract/service/account'
import { outputCommitment } from '../../evidence/receipts/receipt'
import type { CirculantKernel } from '../../generation/extraction/circulant'
import { type DrawVerdict, priceOf } from '../../generation/policies/decide'
import type { DrawLack } from '../sources/supply-source'
import { type Drawn, drawBytes } from './drawn'
import { type DrawTurn, hexOf, type KeptReplies } from './kept-replies'
import { drawPlans, type PlannedDraw, type PlanOptions } from './plans'
import type { PolicyGenerators } from './policy-generators'
import type { ReceiptIssuer } from './receipt-issuer'
import { needDecision } from './refusals'

/** The caller of a draw, and its Idempotency-Key; null without one. */
interface DrawCaller {
  readonly caller: Caller
  readonly idempotency_key: string | null
}

export interface Draws {
  /** Draws from sources that the request names. Throws `invalid_request` without an Idempotency-Key. */
  draw(request: DrawRequest, who: DrawCaller): Promise<DrawReply>
  request(request: PolicyDrawRequest, who: DrawCaller): Promise<DrawReply>
  multi(request: MultiDrawRequest, who: DrawCaller): Promise<DrawReply>
  /** One frame of a stream, routed by policy; never replayed. */
  frame(request: PolicyDrawRequest, caller: Caller): Promise<DrawReply>
}

export interface DrawOptions extends PlanOptions {
  readonly replies: KeptReplies
  readonly receipts: ReceiptIssuer
  readonly ledger: Pick<Ledger, 'balance' | 'spend'>
  readonly generators: PolicyGenerators
  readonly kernel: CirculantKernel
  /** Milliseconds that a draw waits for sources that have just begun. */
  readonly warm_ms?: number
}

/** A draw under way: its plan, its caller, and its turn under the Idempotency-Key. */
interface OpenDraw {
  readonly plan: PlannedDraw
  readonly caller: Caller
  readonly turn: DrawTurn
}

const WARM_MS = 15_000
const MICRO = 1_000_000

/**
 * Serves draws: each is checked, its bytes are taken, and its signed receipt and charge are written in one transaction. A draw that
 * fails charges nothing and loses the bytes that it took.
 */
export function createDraws(options: DrawOptions): Draws {
  const { replies } = options
  const plans = drawPlans(options)

  async function once(fingerprint: string, who: DrawCaller, plan: () => PlannedDraw): Promise<DrawReply> {
    const { caller, idempotency_key } = who
    const turn = replies.claim(caller.key_id, idempotency_key, fingerprint)
    if (turn.known) return turn.known
    try {
      return await carryOut(options, { plan: plan(), caller, turn })
    } finally {
      turn.end()
    }
  }

  return {
    async draw(request, who) {
      if (who.idempotency_key === null) throw noKey()
      return once(fingerprintOf('entropy', request), who, () => plans.draw(request))
    },
    request: async (request, who) => once(fingerprintOf('request', request), who, () => plans.request(request)),
    multi: async (request, who) => once(fingerprintOf('multi', request), who, () => plans.multi(request)),
    async frame(request, caller) {
      const turn = replies.claim(caller.key_id, null, '')
      return carryOut(options, { plan: plans.request(request, 'stream_frame'), caller, turn })
    },
  }
}

async function carryOut(options: DrawOptions, open: OpenDraw): Promise<DrawReply> {
  const { sources, warm_ms = WARM_MS } = options
  const { plan, turn } = open
  needReady(options, priceOf(plan.bytes))
  await sources.warm(plan.candidates, warm_ms, () => lackOf(plan.decide()))
  turn.prepare()
  const decision = needDecision(plan.decide())
  const chosen = decision.sources.map(({ id }) => sources.get(id))
  const drawn = await drawBytes({ ...options, ...plan, decision, sources: chosen })
  try {
    return await issue(options, open, drawn)
  } finally {
    drawn.bytes.fill(0)
  }
}

function needReady({ receipts, ledger }: Pick<DrawOptions, 'receipts' | 'ledger'>, credits: number): void {
  const state = receipts.ready()
  if (!state.ok) throw new AppError('signing_unavailable', state.message, { details: { reason: state.reason } })
  const { available } = ledger.balance('entropy_credit')
  if (available < credits) throw insufficient(credits * MICRO, Math.round(available * MICRO), 'entropy_credit')
}

async function issue(
  { receipts, ledger }: Pick<DrawOptions, 'receipts' | 'ledger'>,
  { plan, caller, turn }: OpenDraw,
  { bytes, used, ...made }: Drawn,
): Promise<DrawReply> {
  const credits = priceOf(plan.bytes)
  const [request_id, salt] = [randomUUID(), randomBytes(32)]
  const draft = {
    type: plan.type,
    request_id,
    key_hash: keyHashOf(caller),
    mode: plan.mode,
    policy: plan.policy_name,
    bytes: plan.bytes,
    output_commitment: outputCommitment(salt, bytes),
    ...made,
    credits,
    user_data: plan.user_data,
  }
  const receipt = await receipts.issue(draft, () => {
    ledger.spend('entropy_credit', { amount: credits * MICRO, reference: request_id, key_id: caller.key_id })
    turn.record(request_id, { salt, bytes })
    for (const { source, bytes: count } of used) source.recordUse(count)
  })
  return { request_id, bytes_hex: hexOf(bytes), salt_hex: hexOf(salt), receipt }
}

/** Reasons of refusal that may end while a source is starting, so that waiting can help. */
const WORTH_WAITING: readonly string[] = ['starting', 'restarting', 'not_assessed', 'no_source', 'too_few_groups']

/** What the draw lacks that waiting may bring; null where nothing is lacking or waiting would not help. */
function lackOf(verdict: DrawVerdict): DrawLack | null {
  if ('decision' in verdict) return null
  const { reason } = verdict.refusal
  if (reason === 'empty') return 'bytes'
  return WORTH_WAITING.includes(reason) ? 'source' : null
}

const noKey = () =>
  new AppError('invalid_request', 'A draw needs an Idempotency-Key, so that sending it again draws nothing twice', {
    faults: [{ pointer: '#header/Idempotency-Key', message: 'send one, such as a fresh UUID for each draw' }],
  })

/** Names the key without its secret: SHA-256 of its id; of `session` for the account holder. */
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
