/** How profiles and snapshots are written: one line per qubit, edge and coupling, so that a change reads well in a diff. */
import { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { AppError } from '../../contract/model/errors'
import { makeFolders } from '../../files/folders'

/** JSON text of an object; long lists one entry a line. */
export function printDocument(value: Readonly<Record<string, unknown>>): string {
  const lines = Object.entries(value).map(([key, entry]) => `  ${JSON.stringify(key)}: ${printEntry(entry)}`)
  return `{\n${lines.join(',\n')}\n}\n`
}

function printEntry(entry: unknown): string {
  if (Array.isArray(entry) && entry.length > 0)
    return `[\n${entry.map(item => `    ${printFlat(item)}`).join(',\n')}\n  ]`
  return printFlat(entry)
}

/** On one line, with blanks after colons and commas. */
function printFlat(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(printFlat).join(', ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  return `{ ${Object.entries(value)
    .map(([key, entry]) => `${JSON.stringify(key)}: ${printFlat(entry)}`)
    .join(', ')} }`
}

/** Writes the file whole or not at all: to a temporary name beside it, then renamed. Throws `conflict` where it cannot be written. */
export function writeDocument(path: string, value: Readonly<Record<string, unknown>>): void {
  const temporary = `${path}.${process.pid}.tmp`
  try {
    makeFolders(dirname(path), 0o777)
    writeFileSync(temporary, printDocument(value), { flush: true })
    renameSync(temporary, path)
  } catch (error) {
    // Where a file stands in place of a folder, rmSync throws in spite of its `force`.
    if (existsSync(temporary)) rmSync(temporary)
    throw new AppError('conflict', `${path} cannot be written: ${(error as Error).message}`, { details: { path } })
  }
}
