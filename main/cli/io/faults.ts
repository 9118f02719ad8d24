import { fileFaultText } from '../../backends/files/invalid-file'
import { UsageError } from '../../config/options.mjs'
import { AppError } from '../../contract/model/errors'
import { countedNoun } from '../../contract/numbers/number-text'
import type { Terminal } from './terminal'

/**
 * Reports the error by `say` and returns the exit code: 2 for a wrong call, 1 for another expected failure. A bug is
 * thrown again.
 */
export function exitCodeOf(error: unknown, say: (error: Error) => void): 1 | 2 {
  if (!(error instanceof AppError || error instanceof UsageError)) throw error
  say(error)
  return error instanceof UsageError ? 2 : 1
}

/** Prints the error; several faults of files get one line each. */
export function sayFaults(error: Error, terminal: Terminal): void {
  const faults = error instanceof AppError && error.code === 'invalid_file' ? error.faults : []
  if (faults.length < 2) {
    terminal.say(error.message)
    return
  }
  const { fault_count } = (error as AppError).details
  const count = typeof fault_count === 'number' ? fault_count : faults.length
  terminal.say(`${countedNoun(count, 'fault')} in the files; nothing is stored:`)
  for (const fault of faults) terminal.say(`  ${fileFaultText(fault)}`)
  if (count > faults.length) terminal.say(`  and ${count - faults.length} more.`)
}
