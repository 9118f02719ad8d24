/** The error queue of an instrument: read behind every set, and once at the connection. */
import type { Cause } from '../exchange/command-log'
import type { Transactor } from '../exchange/transactor'
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
  for (const { ask: commands, reply, none, words } of driver.errors) {
    for (let count = 0; count < MOST_ERRORS; count += 1) {
      const { texts } = await port.run({
        name: 'read the error queue',
        kind: 'query',
        dialogue: () => ask(line, commands, reply, filling),
        cause,
        urgent,
      })
      if (matchPattern(none, texts.text ?? '')) break
      const text = texts.text ?? ''
      found.push(words && Object.hasOwn(words, text) ? `${text} (${words[text]})` : text)
    }
  }
  return found
}
