/** The words of a command line before its options: the command's name and its arguments. */
import { closestName, UsageError } from '../../config/options.mjs'

/** Splits at the first option, which begins with `-`, or with `--` where a word may be a negative number. */
export function splitWords(argv: readonly string[], option: '-' | '--' = '-') {
  const end = argv.findIndex(word => word.startsWith(option))
  return end < 0 ? { words: argv, options: [] } : { words: argv.slice(0, end), options: argv.slice(end) }
}

/**
 * The named command. Throws UsageError with the nearest name; `others` are further names that the caller handles
 * itself.
 */
export function commandNamed<Command>(
  commands: Readonly<Record<string, Command>>,
  name: string | undefined,
  others: readonly string[] = [],
): Command {
  const names = [...Object.keys(commands), ...others]
  if (!name) throw new UsageError(`Say what to do: ${names.join(', ')}. See --help.`)
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (command !== undefined) return command
  throw new UsageError(`Unknown command "${name}". Did you mean ${closestName(name, names)}? See --help.`)
}

/** Least and most words after the command's name, and their description. */
export interface TakesWords {
  readonly takes: readonly [least: number, most: number]
  readonly wants: string
}

/** Like `commandNamed`, and throws UsageError for too few or too many words. `group` is the name after `npm run`. */
export function commandFor<Command extends TakesWords>(
  group: string,
  commands: Readonly<Record<string, Command>>,
  [name, ...words]: readonly string[],
): { command: Command; words: readonly string[] } {
  const command = commandNamed(commands, name)
  const [least, most] = command.takes
  if (words.length < least || words.length > most)
    throw new UsageError(`${group} ${name} takes ${command.wants}. See --help.`)
  return { command, words }
}
