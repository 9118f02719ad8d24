import { join } from 'node:path'
import { type CommandLog, createCommandLog } from '../exchange/command-log'
import type { Registry } from '../registry/registry'
import { type Alarms, openAlarms } from './alarms'
import { type CommandJournal, createCommandJournal, openCommandJournal } from './command-journal'
import { type ExperimentLog, openExperimentLog } from './experiment-log'
import { follow } from './follow'
import { openReadingsHistory, type ReadingsHistory } from './readings-history'
import { watchSleep } from './sleep-watch'

/** All records of the instruments, in one folder. */
export interface LabRecords {
  /** Log of all bytes, for the registry. */
  readonly log: CommandLog
  readonly commands: CommandJournal
  readonly experiment: ExperimentLog
  readonly readings: ReadingsHistory
  readonly alarms: Alarms
  /** Runs and jobs that go on now: readings and events of sensors are kept with them too. */
  readonly works: ReadonlySet<string>
  /** Adds a run or job to `works` until the returned function is called. */
  begin(work: string): () => void
  /** Writes down sets, readings, leases, losses and faults of this registry, until the returned function is called. */
  follow(registry: Registry): () => void
  /** To be called once the registry has closed: what it reports while it closes is written too. */
  close(): Promise<void>
}

interface RecordsOptions {
  /** Such as `<data>/instruments`; created when missing. */
  readonly folder: string
  readonly now?: () => number
  /** Called once each time that the disk begins to fail. */
  readonly onProblem?: (message: string) => void
}

export async function openLabRecords({
  folder,
  now = Date.now,
  onProblem = () => {},
}: RecordsOptions): Promise<LabRecords> {
  const options = { now, onProblem }
  const [journal, experiment, readings] = await Promise.all([
    openCommandJournal(join(folder, 'commands'), onProblem),
    openExperimentLog({ ...options, folder: join(folder, 'experiment') }),
    openReadingsHistory({ ...options, folder: join(folder, 'readings') }),
  ])
  const log = createCommandLog({ now, after: journal.last })
  const commands = createCommandJournal(log, journal)
  /** A run may be named more than once: by its lease, and by the watch of its limits. */
  const counts = new Map<string, number>()
  const works = new Set<string>()
  const stopWatching = watchSleep({ experiment, works })
  return {
    log,
    commands,
    experiment,
    readings,
    works,
    alarms: openAlarms({ folder, now }),
    begin(work) {
      counts.set(work, (counts.get(work) ?? 0) + 1)
      works.add(work)
      let isOver = false
      return () => {
        if (isOver) return
        isOver = true
        const left = (counts.get(work) ?? 1) - 1
        if (left > 0) counts.set(work, left)
        else {
          counts.delete(work)
          works.delete(work)
        }
      }
    },
    follow: registry => follow(registry, { experiment, readings, works }),
    async close() {
      stopWatching()
      await Promise.all([commands.close(), experiment.flushed(), readings.flushed()])
    },
  }
}
