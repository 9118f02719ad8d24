/** The programs of a session as records keep them, and the progress of its sequencer, from the commands on its link. */
import type { MachineProgress } from '../contract/instruments/lab'
import { isoTime } from '../contract/model/iso-time'
import type { PlayedProgram } from '../contract/runs/machine'
import type { Batch, ProgramRun } from '../sequencer/host/measure-program'
import type { SequencerLink } from '../sequencer/host/sequencer'
import { batchesOf, shotsPerBatch } from '../sequencer/profile/estimate'
import type { SequencerProfile } from '../sequencer/profile/profile'
import type { SequencerProgram } from '../sequencer/program/program'
import type { Holder } from './order-of-arrival'
import { measuredBatch } from './provenance'

/** Number of batches of other programs before this one, and of all programs together. */
export interface BatchNumbers {
  readonly before: number
  readonly of: number
}

export interface ProgramRecords {
  /** Programs with at least one measured batch. */
  readonly programs: readonly PlayedProgram[]
  /** Entries of the sequencer's error queue that were read so far. */
  readonly errors: readonly string[]
  /** SHA-256 of the text of the last program with a batch; undefined before the first. */
  uploadedSha256(): string | undefined
  /** `numbering` is left out where it is the only program. */
  begin(program: SequencerProgram, shots: number, numbering?: BatchNumbers): ProgramRecord
}

interface ProgramRecord {
  /** Commands of the program go through it; each reports progress. */
  readonly link: SequencerLink
  /** The program with this batch alone. */
  ofBatch(batch: Batch): PlayedProgram
  add(batch: Batch): void
  end(run: ProgramRun): void
}

interface ProgramRecordsOptions {
  readonly link: SequencerLink
  readonly simulated: boolean
  readonly holder: Holder
  readonly sequencer: { readonly id: string }
  readonly profile: SequencerProfile
  readonly now: () => number
  readonly onProgress: (progress: MachineProgress) => void
}

interface Upload {
  readonly sha256: string
  /** Size of the text. */
  readonly bytes: number
  /** Milliseconds since 1970 UTC. */
  readonly at: number
}

export const createProgramRecords = (options: ProgramRecordsOptions): ProgramRecords => new Records(options)

class Records implements ProgramRecords {
  readonly programs: PlayedProgram[] = []
  readonly errors: string[] = []
  /** Sent and fetched, of all programs together. */
  bytes = 0
  uploaded: Upload | null = null

  constructor(readonly options: ProgramRecordsOptions) {}

  uploadedSha256(): string | undefined {
    return this.uploaded?.sha256
  }

  begin(program: SequencerProgram, shots: number, numbering?: BatchNumbers): ProgramRecord {
    const per_batch = shotsPerBatch(program, this.options.profile)
    const own = per_batch > 0 ? batchesOf(shots, per_batch).length : 1
    return new Recording(this, program.name, numbering ?? { before: 0, of: own })
  }
}

class Recording implements ProgramRecord {
  readonly link: SequencerLink
  /** Upload whose SHA-256 is not known yet: its first batch tells it. */
  private upload: Omit<Upload, 'sha256'> | null = null
  /** Null before the first batch. */
  private entry: PlayedProgram | null = null

  constructor(
    private readonly records: Records,
    private readonly name: string,
    private readonly numbering: BatchNumbers,
  ) {
    const { link, now } = records.options
    this.link = observedLink(link, {
      phase: phase => this.report(phase),
      bytes: count => {
        records.bytes += count
      },
      uploaded: count => {
        this.upload = { bytes: count, at: now() }
      },
      error: error => records.errors.push(error),
    })
  }

  ofBatch(batch: Batch): PlayedProgram {
    return {
      ...this.withoutBatches(batch.program_sha256),
      shots: batch.planes.shots,
      lost: { ...batch.lost },
      batches: [measuredBatch(batch)],
    }
  }

  add(batch: Batch): void {
    this.entry ??= this.firstEntry(batch)
    const { entry } = this
    entry.batches.push(measuredBatch(batch))
    entry.shots += batch.planes.shots
    entry.lost.invalid += batch.lost.invalid
    entry.lost.feedback_mismatch += batch.lost.feedback_mismatch
  }

  end({ timing }: ProgramRun): void {
    if (this.entry) this.entry.timing = timing
    this.report('idle')
  }

  private firstEntry({ program_sha256 }: Batch): PlayedProgram {
    const entry = this.withoutBatches(program_sha256)
    this.records.programs.push(entry)
    return entry
  }

  private withoutBatches(sha256: string): PlayedProgram {
    if (this.upload) this.records.uploaded = { ...this.upload, sha256 }
    this.upload = null
    const { bytes, at } = this.records.uploaded!
    return {
      name: this.name,
      sha256,
      bytes,
      uploaded_at: isoTime(at),
      shots: 0,
      lost: { invalid: 0, feedback_mismatch: 0 },
      timing: null,
      batches: [],
    }
  }

  private report(phase: MachineProgress['phase']): void {
    const { holder, sequencer, simulated, now, onProgress } = this.records.options
    const { before, of } = this.numbering
    const batch = before + Math.max(1, (this.entry?.batches.length ?? 0) + (phase === 'idle' ? 0 : 1))
    onProgress({
      work: holder.id,
      kind: holder.kind,
      instrument_id: sequencer.id,
      simulated,
      phase,
      bytes: this.records.bytes,
      errors: [...this.records.errors],
      at: isoTime(now()),
      // Top-up batches are not among the planned ones.
      batch,
      batches: Math.max(batch, of),
    })
  }
}

interface LinkObserver {
  phase(phase: MachineProgress['phase']): void
  bytes(count: number): void
  /** The text of a program. */
  uploaded(bytes: number): void
  error(entry: string): void
}

/** The same link; what passes is reported to the observer. */
function observedLink(link: SequencerLink, observer: LinkObserver): SequencerLink {
  return {
    async command(text) {
      await link.command(text)
      if (text.endsWith(':ARM')) observer.phase('armed')
      if (text.endsWith(':START')) observer.phase('running')
      if (text.endsWith(':STOP')) observer.phase('idle')
    },
    async query(text) {
      const answer = await link.query(text)
      if (text.startsWith('SYSTem:ERRor') && !/^[+]?0\s*,/.test(answer.trim())) observer.error(answer.trim())
      return answer
    },
    async upload(text, bytes) {
      observer.phase('uploading')
      await link.upload(text, bytes)
      observer.uploaded(bytes.length)
      observer.bytes(bytes.length)
    },
    async queryBlock(text) {
      observer.phase('fetching')
      const block = await link.queryBlock(text)
      observer.bytes(block.length)
      return block
    },
  }
}
