/** What a sequencer is doing, read off the commands that go to it. */
import type { MachineProgress } from '../contract/instruments/lab'
import type { SequencerLink } from '../sequencer/link'

interface Observer {
  phase(phase: MachineProgress['phase']): void
  bytes(count: number): void
  /** The text of a program. */
  uploaded(bytes: number): void
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
