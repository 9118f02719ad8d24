/** What a sequencer is doing, read off the commands that go to it. */
import type { SequencerLink } from '../sequencer/link'

/** What the machine does for a run or a job, as often as it changes. */
export interface MachineProgress {
  readonly instrument: string
  readonly phase: 'uploading' | 'armed' | 'running' | 'fetching' | 'idle'
  /** Of the program that is played. */
  readonly program: string
  readonly batch: number
  readonly batches: number
  /** Uploaded and fetched so far, by all programs. */
  readonly bytes: number
  /** Entries of its error queue so far. */
  readonly errors: readonly string[]
}

interface Observer {
  phase(phase: MachineProgress['phase']): void
  bytes(count: number): void
  error(entry: string): void
}

/** The same link; the observer hears of what passes. */
export function observedLink(link: SequencerLink, observer: Observer): SequencerLink {
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
