import type { SampleFault } from '../../../contract/entropy/sample-fault'
import type { EntropyCredit } from '../../generation/assessment/credit'
import type { SourceStatus } from '../../generation/policies/source-status'
import type { SourcePool } from '../../generation/pool/source-pool'
import type { SourceAssessment } from '../assessment/assessment-tasks'
import type { SourceDescription } from '../feeds/sample-feed'
import type { KeptSetting } from './source-settings'

/** Failure of a source: a failed window, a failure that only an operator can clear, an assessment that quarantines it. */
export type SourceFailure = 'window_failed' | 'latched' | NonNullable<EntropyCredit['quarantine']>

export interface AssessedSource extends SourceAssessment {
  readonly credit: EntropyCredit | null
  /** Milliseconds since 1970. */
  readonly at: number
}

/** Lack of a draw that cannot be served yet: bytes in store, or a source that serves. */
export type DrawLack = 'bytes' | 'source'

interface AlarmRecord {
  readonly at: number
  readonly test: string
  readonly level: string
  readonly sample: number
  readonly cutoff: number
}

/** State of a source besides its samples. */
export interface SourceRecord {
  readonly setting: KeptSetting
  readonly assessed: AssessedSource | null
  /** True until the source is first needed. */
  readonly idle: boolean
  /** Why its samples cannot be read. */
  readonly read_problem: string | null
  /** The last alarms that discarded something, newest first. */
  readonly alarms: readonly AlarmRecord[]
  /** Faults injected into its twin. */
  readonly faults: readonly SampleFault[]
  /** Bytes. */
  readonly used_today: number
}

export interface EntropySupplySource extends SourceDescription {
  /** Min-entropy that the maker claims, or an operator in place of the maker; bits a sample. */
  readonly claimed: number
  readonly quantum: boolean
  /** Status on which decisions are based. */
  status(): SourceStatus
  /** Record shown in views. */
  record(): SourceRecord
  readonly pool: SourcePool
  /** Whether faults can be injected into its samples. */
  canPlayFaults(): boolean
  /** Begins reading, where it is needed. */
  wake(): void
  /** Whether waiting is of no use: it serves already, has been filled once where a draw lacks bytes, or cannot begin. */
  isSettled(lack: DrawLack): boolean
  /** Bytes of full entropy, once; counted against the day's budget. */
  takeBytes(count: number): Uint8Array
  /** Raw bits, once, for so many bytes of output. */
  takeBits(count: number, bytes: number): Uint8Array
  /** Records bytes as used; part of the transaction that charges them. */
  recordUse(bytes: number): void
  /** Raw bits behind so many conditioned bytes. */
  rawBitsOf(bytes: number): number
  change(setting: Partial<KeptSetting>): void
  /** Destroys what it has and begins start-up anew. */
  reset(): void
  /** Throws for a real source. */
  setFaults(faults: readonly SampleFault[]): void
  close(): void
}
