/** Publishes changes of instruments on their stream, at a rate that a window can draw. */
import type { InstrumentEvent } from '../../contract/instruments/events'
import type { MachineProgress } from '../../contract/instruments/lab'
import type { InstrumentReading } from '../../instruments/model/request'
import type { Registry } from '../../instruments/registry/registry'
import { wireReading } from './forms'
import type { Summaries } from './summaries'

/** The writing end of the stream. */
export interface InstrumentStream {
  publish(
    event: Announcement,
    about: { readonly instrument_id: string | null; readonly work: string | null; readonly is_command: boolean },
  ): void
}

type Without<Event> = Event extends unknown ? Omit<Event, 'sequence' | 'at'> : never
type Announcement = Without<Exclude<InstrumentEvent, { type: 'hello' | 'reset' | 'heartbeat' | 'error' }>>

export interface Announcements {
  /** Announces the state of an instrument. */
  changed(id: string): void
  /** Announces that the lab profile changed, after the changes of its instruments. */
  lab(): void
  /** Announces how far a run or job is on an instrument. */
  progress(progress: MachineProgress): void
  /** The last progress of this run or job, or of all recent ones. */
  progressNow(work?: string): MachineProgress[]
  close(): void
}

interface AnnouncementParts {
  readonly registry: Registry
  readonly summaries: Summaries
  readonly stream: InstrumentStream
}

/** Least time between two published readings of one parameter. */
const READING_MS = 500
/** Least time between two published states of one instrument. */
const STATE_MS = 50
/** Progress entries that are kept, one for each instrument of a run or job: the latest ones. */
const MAX_KEPT_PROGRESS = 200

export function createAnnouncements({ registry, summaries, stream }: AnnouncementParts): Announcements {
  const readings = new Map<string, { timer: NodeJS.Timeout; pending: InstrumentReading | null }>()
  const states = new Map<string, NodeJS.Timeout>()
  const latestProgress = new Map<string, MachineProgress>()

  const announceReading = (id: string, reading: InstrumentReading) =>
    stream.publish(
      { type: 'reading', instrument_id: id, simulated: summaries.isSimulated(id), reading: wireReading(reading) },
      { instrument_id: id, work: null, is_command: false },
    )
  /** Publishes the first reading at once, then at most one every 500 ms, the latest always included. */
  const read = (id: string, reading: InstrumentReading): void => {
    const key = JSON.stringify([id, reading.parameter, reading.channel])
    const known = readings.get(key)
    if (known) {
      known.pending = reading
      return
    }
    announceReading(id, reading)
    const next = () => {
      const entry = readings.get(key)!
      readings.delete(key)
      if (entry.pending) read(id, entry.pending)
    }
    const timer = setTimeout(next, READING_MS)
    timer.unref()
    readings.set(key, { timer, pending: null })
  }
  const announceState = (id: string) => {
    states.delete(id)
    const about = { instrument_id: id, work: null, is_command: false }
    if (registry.list().some(one => one.id === id))
      stream.publish({ type: 'instrument', instrument: summaries.one(id) }, about)
    else stream.publish({ type: 'removed', instrument_id: id }, about)
  }
  const changed = (id: string): void => {
    if (states.has(id)) return
    const timer = setTimeout(() => announceState(id), STATE_MS)
    timer.unref()
    states.set(id, timer)
  }
  const stop = [registry.onReading(read), registry.onChange(changed)]
  return {
    changed,
    lab() {
      // A client that reads the lab anew on this event must know by then which instruments are gone.
      for (const [id, timer] of states) {
        clearTimeout(timer)
        announceState(id)
      }
      stream.publish({ type: 'lab' }, { instrument_id: null, work: null, is_command: false })
    },
    progress(progress) {
      const { work, instrument_id } = progress
      const key = JSON.stringify([work, instrument_id])
      latestProgress.delete(key)
      latestProgress.set(key, progress)
      if (latestProgress.size > MAX_KEPT_PROGRESS) latestProgress.delete(latestProgress.keys().next().value!)
      stream.publish({ type: 'machine', progress }, { instrument_id, work, is_command: false })
    },
    progressNow: work => [...latestProgress.values()].filter(progress => work === undefined || progress.work === work),
    close() {
      for (const end of stop) end()
      for (const { timer } of readings.values()) clearTimeout(timer)
      for (const timer of states.values()) clearTimeout(timer)
    },
  }
}
