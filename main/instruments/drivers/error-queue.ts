/** The error queue of an instrument: emptied at the connection and before every set, and read behind every set. */
import type { Cause } from '../exchange/command-log'
import type { Transactor } from '../exchange/transactor'
import type { Dialogue } from '../framing/dialogue'
import { ask, type CommandLine, type Filling } from './commands'
import { matchPattern } from './patterns'
import type { DriverFile } from './schema'

export interface Speaking {
  readonly port: Transactor
  readonly line: CommandLine
  readonly driver: DriverFile
  readonly filling: Filling
}

/** At most so many; a queue that never ends is not read forever. */
const MOST_ERRORS = 20

/** Everything in it, oldest first. */
export async function drainErrors(
  { port, line, driver, filling }: Speaking,
  { cause = null, urgent = false }: { cause?: Cause | null; urgent?: boolean },
): Promise<string[]> {
  const found: string[] = []
  for (const queue of driver.errors) {
    for (let count = 0; count < MOST_ERRORS; count += 1) {
      const error = await port.run({
        name: 'read the error queue',
        kind: 'query',
        dialogue: () => nextError(line, queue, filling),
        cause,
        urgent,
      })
      if (error === null) break
      found.push(error)
    }
  }
  return found
}

/** The same as one dialogue. */
export function* foundErrors({ line, driver, filling }: Omit<Speaking, 'port'>): Dialogue<string[]> {
  const found: string[] = []
  for (const queue of driver.errors) {
    for (let count = 0; count < MOST_ERRORS; count += 1) {
      const error = yield* nextError(line, queue, filling)
      if (error === null) break
      found.push(error)
    }
  }
  return found
}

/** The oldest error of a queue, with the meaning of its code; null where there is none. */
function* nextError(
  line: CommandLine,
  { ask: commands, reply, none, words }: DriverFile['errors'][number],
  filling: Filling,
): Dialogue<string | null> {
  const { texts } = yield* ask(line, { commands, reply, filling })
  const text = texts.text ?? ''
  if (matchPattern(none, text)) return null
  return words && Object.hasOwn(words, text) ? `${text} (${words[text]})` : text
}
