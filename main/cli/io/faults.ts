import { fileFaultText } from '../../backends/files/invalid-file'
import { UsageError } from '../../config/options.mjs'
import { AppError } from '../../contract/model/errors'
import { countedNoun } from '../../contract/numbers/number-text'
import type { Terminal } from './terminal'

/** Exit code of a command that threw: 1 for what failed, 2 for a wrong call, which `say` reports; a bug is thrown on. */
export function exitCodeOf(error: unknown, say: (error: Error) => void): 1 | 2 {
  if (!(error instanceof AppError || error instanceof UsageError)) throw error
  say(error)
  return error instanceof UsageError ? 2 : 1
}

/** What was wrong, all faults of files one a line. */
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
