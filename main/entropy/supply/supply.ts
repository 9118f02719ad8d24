/** Sources, pools and draws of random bytes, put together. */
import type { Ledger } from '../../account/ledger'
import type { PublishedPolicy } from '../../contract/entropy/draw'
import type { EntropyPageQuery, PoolLevels, SourcePoolLevel } from '../../contract/entropy/pool'
import type {
  EntropySource,
  QualityHistory,
  QualityHistoryQuery,
  SourceQuality,
  UpdateSource,
} from '../../contract/entropy/source'
import { type Page, pageByName } from '../../contract/model/page'
import type { Caller } from '../../contract/service/account'
import type { Logger } from '../../log/log'
import type { Store } from '../../store/store'
import type { Runner } from '../../worker/runner'
import type { CirculantKernel } from '../generation/extraction/circulant'
import type { AssessmentTasks } from './assessment/assessment-tasks'
import { type Assessor, createAssessor } from './assessment/assessor'
import { createDraws, type Draws } from './draws/draws'
import { keptReplies } from './draws/kept-replies'
import { createPolicyGenerators } from './draws/policy-generators'
import type { ReceiptIssuer } from './draws/receipt-issuer'
import { openReplyKeys } from './draws/reply-keys'
import type { SourceDescription } from './feeds/sample-feed'
import { type EntropyAudit, entropyAudit } from './operations/audit-log'
import { type CustomPools, createCustomPools } from './operations/custom-pools'
import { publishedPolicies } from './operations/published-policies'
import { createSampleExports, type SampleExports } from './operations/sample-exports'
import { failed, sourceChanges } from './operations/source-changes'
import { recordQuality } from './sources/quality-history'
import { sourceSettings } from './sources/source-settings'
import { shownLevel, shownQuality, shownSource } from './sources/source-views'
import { createSources, type Sources } from './sources/sources'

export interface EntropySupply {
  readonly draws: Draws
  readonly sources: Sources
  readonly pools: CustomPools
  readonly audit: EntropyAudit
  readonly exports: SampleExports
  summaries(): EntropySource[]
  quality(id: string): SourceQuality
  qualityHistory(id: string, query: QualityHistoryQuery): QualityHistory
  levels(): PoolLevels
  policies(): PublishedPolicy[]
  registry(query: EntropyPageQuery): Page<SourceQuality>
  sourcePools(query: EntropyPageQuery): Page<SourcePoolLevel>
  change(id: string, change: UpdateSource, caller: Caller): SourceQuality
  close(): void
}

export interface SupplyOptions {
  readonly described: readonly SourceDescription[]
  readonly simulated_by_default: boolean
  readonly store: Store
  readonly ledger: Pick<Ledger, 'balance' | 'spend'>
  readonly receipts: ReceiptIssuer
  readonly kernel: CirculantKernel
  /** Folder for the keys of kept replies. */
  readonly folder: string
  /** Where samples are assessed. */
  readonly runner: Runner<AssessmentTasks>
  /** Left out: assesses by `runner`. */
  readonly assessor?: Assessor
  readonly log: Logger
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** How long after it begins to serve a source is assessed in full; null: never. */
  readonly full_after_ms?: number | null
  readonly warm_ms?: number
}

const FULL_AFTER_MS = 60_000
const PURGE_MS = 600_000

export function createSupply(options: SupplyOptions): EntropySupply {
  const { store, ledger, receipts, log, now, kernel, simulated_by_default } = options
  const audit = entropyAudit(store, now)
  const generators = createPolicyGenerators()
  const sources = createSources(options.described, {
    now,
    settings: sourceSettings(store),
    full_after_ms: options.full_after_ms ?? FULL_AFTER_MS,
    assessor: options.assessor ?? createAssessor(options.runner),
    report: error => log.error({ err: error }, 'a source could not be assessed'),
    onDestroyed: generators.destroySeededBy,
    onFailure(source, failure) {
      generators.destroySeededBy(source.id)
      failed(audit, source, failure)
      recorder.note(source)
      log.warn({ source: source.id, failure }, 'a source of random bytes failed')
    },
  })
  const recorder = recordQuality({ sources, now })
  const pools = createCustomPools({ store, sources, audit, now })
  const replies = keptReplies({ store, keys: openReplyKeys(options.folder, now), receipts, now })
  const purge = () => {
    try {
      replies.purge()
    } catch (error) {
      log.warn({ err: error }, 'kept replies could not be destroyed; tried again in ten minutes')
    }
  }
  purge()
  const purging = setInterval(purge, PURGE_MS).unref()
  const draws = createDraws({
    sources,
    pools,
    replies,
    receipts,
    ledger,
    generators,
    kernel,
    simulated_by_default,
    ...(options.warm_ms !== undefined && { warm_ms: options.warm_ms }),
  })
  const exports = createSampleExports({ sources, audit })
  const paged = <Item>({ limit, cursor }: EntropyPageQuery, show: (source: Sources['all'][number]) => Item) =>
    // In the order of the lab.
    pageByName(sources.all, { limit, cursor, nameOf: ({ short_name }) => short_name, show })
  return {
    draws,
    sources,
    pools,
    audit,
    exports,
    summaries: () => sources.all.map(shownSource),
    quality(id) {
      const source = sources.get(id)
      source.wake()
      return shownQuality(source, now())
    },
    qualityHistory: (id, query) => recorder.of(sources.get(id), query),
    levels: () => ({ items: sources.all.map(shownLevel), custom_pools: pools.all() }),
    policies: () => publishedPolicies(simulated_by_default),
    registry: query => paged(query, source => shownQuality(source, now())),
    sourcePools: query => paged(query, shownLevel),
    change: sourceChanges({ sources, audit, now }),
    close() {
      clearInterval(purging)
      recorder.close()
      exports.close()
      sources.close()
      generators.close()
    },
  }
}
