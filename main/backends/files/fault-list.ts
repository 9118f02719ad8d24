/** Gathers the faults of files, so that one refusal names them all and a file is mended in one go. */
import { AppError, type Fault } from '../../contract/model/errors'
import { fileFaultText } from './invalid-file'

/** Most faults that a refusal names one by one. */
export const MAX_FILE_FAULTS = 200
/** Faults are counted up to this number. */
const MAX_COUNTED = 10_000

export interface FaultList {
  /** The result of the check, or `otherwise` where it throws `invalid_file`; any other error is thrown on. */
  attempt<T, U>(check: () => T, otherwise: U): T | U
  /** The result of each item that is not refused. */
  each<T, R>(list: Iterable<T>, check: (item: T, at: number) => R): R[]
  /** Faults found so far. */
  count(): number
  /**
   * Throws `invalid_file` with the faults found, by file and line; its message is the first fault and the number of others.
   * Returns where there are none.
   */
  refuse(): void
}

export function gatherFaults(): FaultList {
  const named: Fault[] = []
  let first: AppError | null = null
  let count = 0
  const add = (error: unknown): void => {
    if (!(error instanceof AppError) || error.code !== 'invalid_file') throw error
    first ??= error
    count += countOf(error)
    named.push(...error.faults.slice(0, MAX_FILE_FAULTS - named.length))
  }
  const attempt: FaultList['attempt'] = (check, otherwise) => {
    try {
      return check()
    } catch (error) {
      add(error)
      return otherwise
    }
  }
  return {
    attempt,
    each: (list, check) => {
      const good: ReturnType<typeof check>[] = []
      let at = 0
      for (const item of list) {
        attempt(() => good.push(check(item, at)), 0)
        at++
        if (count >= MAX_COUNTED) break
      }
      return good
    },
    count: () => count,
    refuse: () => {
      if (first === null) return
      if (count === 1) throw first
      const ordered = inOrder(named)
      throw new AppError('invalid_file', `${fileFaultText(ordered[0]!)} ${restText(count)}`, {
        details: { ...positionIn(ordered[0]!), fault_count: Math.min(count, MAX_COUNTED) },
        faults: ordered,
      })
    },
  }
}

/** By file, in the order in which faults were found in them; those with a line by line and column, the others as they were found. */
function inOrder(faults: readonly Fault[]): Fault[] {
  const files = [...new Set(faults.map(({ file }) => file))]
  return files.flatMap(file => {
    const own = faults.filter(fault => fault.file === file)
    return own.toSorted((a, b) => (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0))
  })
}

/** Details of an error for the position of a fault. */
function positionIn({ file, pointer, line, column }: Fault) {
  if (line !== undefined) return { file, line, column }
  return pointer === '' ? { file } : { file, pointer }
}

/** Text of an error; for files one line for each fault, at most `most` of them. */
export function everyFaultText(error: Error, most = MAX_FILE_FAULTS): string {
  const faults = error instanceof AppError && error.code === 'invalid_file' ? error.faults : []
  if (faults.length < 2) return error.message
  const shown = faults.slice(0, most).map(fault => `  ${fileFaultText(fault)}`)
  const rest = countOf(error as AppError) - shown.length
  return [
    `${countOf(error as AppError)} faults in the files:`,
    ...shown,
    ...(rest > 0 ? [`  and ${rest} more.`] : []),
  ].join('\n')
}

/** The result of each item. Throws `invalid_file` with the faults of all of them. */
export function eachWhole<T, R>(list: Iterable<T>, check: (item: T, at: number) => R): R[] {
  const faults = gatherFaults()
  const results = faults.each(list, check)
  faults.refuse()
  return results
}

const countOf = ({ details }: AppError): number => (typeof details.fault_count === 'number' ? details.fault_count : 1)

function restText(count: number): string {
  const rest = Math.min(count, MAX_COUNTED) - 1
  const more = count >= MAX_COUNTED ? `At least ${rest.toLocaleString('en')} more` : `${rest.toLocaleString('en')} more`
  return `${more} fault${rest === 1 ? '' : 's'} in the files.`
}
