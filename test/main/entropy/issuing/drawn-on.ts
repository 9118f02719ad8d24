/** Draws of two detectors, with receipts, log and charges, on a store that the caller holds. */
import { join } from 'node:path'
import { createLedger } from '../../../../main/account/ledger'
import type { Caller } from '../../../../main/contract/service/account'
import { circulantByBigInt } from '../../../../main/entropy/generation/extraction/circulant'
import { assessmentTasks } from '../../../../main/entropy/supply/assessment/assessment-tasks'
import { createSupply } from '../../../../main/entropy/supply/supply'
import { createLog } from '../../../../main/log/log'
import type { Store } from '../../../../main/store/store'
import { direct } from '../../../../main/worker/runner'
import { asClaimed, detector } from '../supply/supplied'
import { openedOn } from './opened'

/** The same in every process: whose key a draw is kept for. */
export const CALLER: Caller = {
  kind: 'key',
  key_id: '6f1c1d4e-0f5b-4c7e-9d2a-1b3c5d7e9f01',
  name: 'test',
  roles: ['entropy'],
}

export const DRAWING = { mode: 'source', bytes: 320 } as const

/** What the process that is killed says of a draw. */
export interface AnsweredDraw {
  readonly id: string
  readonly idempotency_key: string
  readonly request_id: string
  readonly bytes_hex: string
}

/** `now` for receipts; replies are kept by the real time. */
export function drawnOn(store: Store, folder: string, now: () => number = Date.now) {
  const parts = openedOn(store, folder, now)
  const ledger = createLedger(store, now)
  if (ledger.balance('entropy_credit').available === 0) ledger.purchase('entropy_credit', 1e15)
  const supply = createSupply({
    store,
    ledger,
    receipts: parts.book,
    now: Date.now,
    log: createLog('silent'),
    full_after_ms: null,
    described: [detector('src-a'), detector('src-b')],
    simulated_by_default: true,
    kernel: circulantByBigInt,
    folder: join(folder, 'reply-keys'),
    runner: direct(assessmentTasks),
    assessor: asClaimed,
  })
  return { ...parts, ledger, draws: supply.draws, close: supply.close }
}
