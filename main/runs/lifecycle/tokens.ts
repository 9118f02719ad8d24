/** Cost of runs: price × shots, reserved when a run is submitted, settled for the executed shots when it is over. */
import { insufficient, type Ledger, microOf, wholeOf } from '../../account/ledger'
import { runReference } from '../../account/ledger-table'
import type { Run, RunEstimate } from '../../contract/runs/run'

/** The ledger, and the price of a shot; left out where nothing is metered. */
export interface RunPricing {
  readonly ledger: Pick<Ledger, 'balance' | 'reserve' | 'settle'>
  /** Tokens for a shot on a backend: 0 on mocks, and where the lab's profile says so. */
  readonly priceOf: (backend_id: string) => number
}

/** Price and charge of a stored run, in millionths of a token. */
export interface Priced {
  readonly run_id: string
  readonly owner: string | null
  readonly price: number
  /** null for runs from before shots were counted. */
  readonly planned_shots: number | null
}

export interface Settled {
  readonly executed_shots: number
  readonly charged: number
}

/** Holds the price of all planned shots. Part of the caller's transaction. Throws `insufficient_tokens`. */
export function reserveRun(pricing: RunPricing | undefined, { run_id, owner, price, planned_shots }: Priced): void {
  pricing?.ledger.reserve('compute_token', {
    amount: price * (planned_shots ?? 0),
    reference: runReference(run_id),
    key_id: owner,
  })
}

/** Charges the executed shots and gives back the rest of the hold. Part of the caller's transaction. */
export function settleRun(pricing: RunPricing | undefined, row: Priced, executed_shots: number): Settled {
  // Never more than was agreed to before the run.
  const charged = row.price * Math.min(executed_shots, row.planned_shots ?? 0)
  pricing?.ledger.settle(runReference(row.run_id), charged)
  return { executed_shots, charged }
}

/** Millionths of a token. */
export const priceOn = (pricing: RunPricing | undefined, backend_id: string): number =>
  pricing === undefined ? 0 : microOf(pricing.priceOf(backend_id))

/** Current cost of a run of so many shots. Nothing is reserved. */
export function estimateOf(pricing: RunPricing | undefined, backend_id: string, shots: number): RunEstimate['tokens'] {
  const price = priceOn(pricing, backend_id)
  const required = price * shots
  const available = pricing === undefined ? 0 : pricing.ledger.balance('compute_token').available
  return {
    price_per_shot: wholeOf(price),
    shots,
    required: wholeOf(required),
    available,
    sufficient: required <= microOf(available),
  }
}

/** Throws `insufficient_tokens` before anything is computed for a run that could not be paid. */
export function refuseUnpayable(pricing: RunPricing | undefined, backend_id: string, shots: number): void {
  const { required, available, sufficient } = estimateOf(pricing, backend_id, shots)
  if (!sufficient) throw insufficient(microOf(required), microOf(available))
}

interface PricedRow extends Priced {
  readonly executed_shots: number | null
  readonly charged: number | null
}

/** null for runs from before shots were counted. */
export function tokensOf({
  price,
  planned_shots,
  executed_shots,
  charged,
}: PricedRow): NonNullable<Run['tokens']> | null {
  if (planned_shots === null) return null
  return {
    price_per_shot: wholeOf(price),
    shots_planned: planned_shots,
    reserved: wholeOf(price * planned_shots),
    shots_executed: executed_shots,
    charged: charged === null ? null : wholeOf(charged),
  }
}
