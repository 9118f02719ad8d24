/** Outcome of a set, for the logs. */
import type { Cause, CommandLog } from '../exchange/command-log'
import { type InstrumentError, isFault } from '../model/fault'
import type { InstrumentValue, SetResult } from '../model/reading'
import type { Transport } from '../transport/transport'
import { type DriverFile, unitOf } from './schema'

/** A set that was tried: `read_back` is null where it failed, and `problem` says why. */
export interface TriedSet extends SetResult {
  readonly unit: string | null
  readonly problem: InstrumentError | null
  readonly cause: Cause | null
}

interface Parts {
  readonly id: string
  readonly driver: DriverFile
  readonly transport: Transport
  readonly log: CommandLog
  readonly onSet?: (tried: TriedSet) => void
}

interface Wanted {
  readonly parameter: string
  readonly channel: string | null
  readonly value: InstrumentValue
  readonly cause: Cause | null
  /** Complete once the set has ended. */
  readonly earlier_errors: readonly string[]
}

/** Reports to the command log and to listeners how the set ended; what is no fault is a bug, and stands in the log alone. */
export async function reportOutcome(
  set: Promise<SetResult>,
  { parameter, channel, value, cause, earlier_errors }: Wanted,
  { id, driver, transport, log, onSet }: Parts,
): Promise<void> {
  const name = `${parameter}${channel ? ` ${channel}` : ''}`
  const note = (text: string, outcome: string) =>
    log.add({
      ...{ instrument: id, simulated: transport.simulated, direction: 'note', outcome, cause },
      text: `set ${name}: ${text}`,
    })
  const unit = unitOf(driver.parameters[parameter])
  try {
    const result = await set
    note(`${result.old} → ${value}, reads ${result.read_back}`, 'ok')
    onSet?.({ ...result, unit, problem: null, cause })
  } catch (error) {
    note(`→ ${value}: ${(error as Error).message}`, isFault(error) ? error.fault : 'error')
    if (isFault(error))
      onSet?.({
        ...{ parameter, channel, old: null, requested: value, read_back: null, unit, problem: error, cause },
        earlier_errors,
      })
  }
}
