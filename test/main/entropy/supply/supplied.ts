/** A supply of detectors that tests hold in their hands: a store in memory, receipts without signatures, a quick assessor. */
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLedger } from '../../../../main/account/ledger'
import type { Receipt } from '../../../../main/contract/entropy/receipt'
import type { Caller } from '../../../../main/contract/service/account'
import { circulantByBigInt } from '../../../../main/entropy/generation/extraction/circulant'
import { assessmentTasks } from '../../../../main/entropy/supply/assessment/assessment-tasks'
import type { Assessor } from '../../../../main/entropy/supply/assessment/assessor'
import type { ReceiptIssuer } from '../../../../main/entropy/supply/draws/receipt-issuer'
import type { SampleFeed, SourceDescription } from '../../../../main/entropy/supply/feeds/sample-feed'
import { createSupply, type SupplyOptions } from '../../../../main/entropy/supply/supply'
import { createLog } from '../../../../main/log/log'
import type { Store } from '../../../../main/store/store'
import { createPhotonArrivalModel } from '../../../../main/twins/random/photon-arrival'
import { direct } from '../../../../main/worker/runner'
import { openMemoryStore } from '../../store/memory-store'

export const CALLER: Caller = { kind: 'key', key_id: randomUUID(), name: 'test', roles: ['entropy'] }

/** What an assessor would find of a source that is as good as it claims. */
export const asClaimed: Assessor = async ({ samples, bits, claimed, restarts }) => ({
  assessment: {
    samples: samples.length,
    bits,
    h_claimed: claimed,
    h_original: claimed,
    h_bitstring: null,
    h_assessed: claimed,
    decided_by: { of: 'claimed', estimator: null },
    original: [],
    bitstring: [],
  },
  restart: restarts && {
    failure: null,
    most_frequent: 1,
    cutoff: 2,
    h_rows: claimed,
    h_columns: claimed,
    h_assessed: claimed,
  },
})

/** A photon-arrival twin; `log` gets all samples that it gave. */
export function detector(short: string, change: Partial<SourceDescription> = {}): SourceDescription {
  return {
    id: `urn:pentad:source:photon-arrival:${short}`,
    short_name: short,
    label: short,
    kind: 'photon_arrival',
    physical_group: short,
    simulated: true,
    raw: true,
    bits: 8,
    claimed: 6,
    stock: { low: 8_192, high: 16_384, raw_bits: 160_000 },
    open: () => feedOf(),
    ...change,
  }
}

function feedOf(seed = Math.floor(Math.random() * 2 ** 32)): SampleFeed {
  const model = createPhotonArrivalModel({ seed })
  return {
    read: async most => model.samples(most),
    pause_ms: 0,
    afterRestart: null,
    setFaults: faults => model.setFaults(faults.map(fault => ({ ...fault, from: fault.from + model.count }))),
    close: () => undefined,
  }
}

/** Writes what is committed in one transaction, as the book does, and signs nothing. */
function unsignedReceipts({ db }: Store): ReceiptIssuer & { readonly issued: Receipt[]; refuse: boolean } {
  const issued: Receipt[] = []
  const book = {
    issued,
    refuse: false,
    async issue(draft: Parameters<ReceiptIssuer['issue']>[0], commit: (receipt: Receipt) => void) {
      const receipt: Receipt = {
        ...draft,
        v: 1,
        epoch: 1,
        serial: String(issued.length + 1),
        prev_receipt_sha256: '0'.repeat(64),
        issued_at: '2026-11-24T10:00:00.000Z',
        beacon: null,
        kid: 'k'.repeat(43),
        alg: 'id-MLDSA65-Ed25519-SHA512',
        signature: 's'.repeat(4498),
        log: { origin: 'test', index: String(issued.length) },
      }
      await Promise.resolve()
      db.transaction(() => {
        if (book.refuse) throw new Error('the disk is full')
        commit(receipt)
      })()
      issued.push(receipt)
      return receipt
    },
    of: (request_id: string) => issued.find(receipt => receipt.request_id === request_id) ?? null,
    ready: () => ({ ok: true }) as const,
  }
  return book
}

export function supplied(described: readonly SourceDescription[], change: Partial<SupplyOptions> = {}) {
  const store = openMemoryStore()
  const folder = mkdtempSync(join(tmpdir(), 'pentad-supply-'))
  const clock = { ms: Date.parse('2026-11-24T10:00:00Z') }
  const now = () => clock.ms
  const ledger = createLedger(store, now)
  ledger.purchase('entropy_credit', 1_000_000_000)
  const receipts = unsignedReceipts(store)
  const options: SupplyOptions = {
    described,
    store,
    ledger,
    receipts,
    folder,
    now,
    simulated_by_default: true,
    full_after_ms: null,
    kernel: circulantByBigInt,
    runner: direct(assessmentTasks),
    assessor: asClaimed,
    log: createLog('silent'),
    ...change,
  }
  const supply = createSupply(options)
  return {
    supply,
    store,
    ledger,
    receipts,
    clock,
    folder,
    /** The same store and folder, as after a restart. */
    again: () => createSupply(options),
    spent: () => ledger.balance('entropy_credit').spent,
    close() {
      supply.close()
      store.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
