/** Driver files, with what is wrong in them and where: a JSON pointer into the file. */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { z } from 'zod'
import { duplicateKey } from '../../contract/model/duplicate-keys'
import { validationMessage } from '../../contract/model/validation-messages'
import { DriverFile } from '../drivers/schema'
import { InstrumentError } from '../model/fault'
import { brokenAt } from './broken-at'
import { contradictions } from './contradictions'
import { lineAtPath } from './line-of'
import { contradictedVectors } from './vectors'

const MAX_BYTES = 1_000_000
const MAX_FAULTS = 20

/** Throws `driver_invalid` with every place that is wrong, one a line. */
export function parseDriver(text: string, file: string): DriverFile {
  const refuse = (lines: readonly string[]): never => {
    throw new InstrumentError('driver_invalid', lines.slice(0, MAX_FAULTS).map(inOneLine).join('\n'), file)
  }
  if (text.length > MAX_BYTES) refuse([`more than ${MAX_BYTES} bytes`])
  const deep = tooDeepAt(text)
  if (deep !== null)
    refuse([`more than ${MAX_LEVELS} lists and objects within each other (line ${lineAt(text, deep)})`])
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    const { offset, message } = brokenAt(text)
    refuse([`no JSON: ${message} (line ${lineAt(text, offset)})`])
  }
  const repeated = duplicateKey(text, json)
  if (repeated) {
    const { pointer, name, offset } = repeated
    refuse([`${pointer}: the name ${name} appears twice in one object (line ${lineAt(text, offset)})`])
  }
  const parsed = DriverFile.safeParse(json, { error: validationMessage })
  if (!parsed.success)
    return refuse(
      parsed.error.issues
        .flatMap(placesOf)
        .slice(0, MAX_FAULTS)
        .map(({ path, message }) => `${pointer(path)}: ${message} (line ${lineAtPath(text, path)})`),
    )
  const wrong = contradictions(parsed.data)
  if (wrong.length === 0) wrong.push(...contradictedVectors(parsed.data))
  if (wrong.length > 0) refuse(wrong.map(one => `${one} (line ${lineAtPath(text, pathOf(one))})`))
  return parsed.data
}

/** Escapes control characters: texts that are quoted from the file may hold line ends. */
const inOneLine = (fault: string): string =>
  fault.replaceAll(/\p{Cc}/gu, character => JSON.stringify(character).slice(1, -1))

/** Far more than the format has. */
const MAX_LEVELS = 100

/**
 * Offset where the text is nested deeper than MAX_LEVELS, or null. The later steps would take seconds for a megabyte of brackets.
 */
function tooDeepAt(text: string): number | null {
  let levels = 0
  for (const { 0: token, index } of text.matchAll(/"(?:[^"\\]|\\.)*"|[[\]{}]/g)) {
    if (token === '{' || token === '[') levels += 1
    else if (token === '}' || token === ']') levels -= 1
    if (levels > MAX_LEVELS) return index
  }
  return null
}

interface LoadedDrivers {
  readonly drivers: Map<string, DriverFile>
  /** Files that are not used. */
  readonly problems: InstrumentError[]
  /** Files that are used, under another id than their name says. */
  readonly warnings: InstrumentError[]
}

/**
 * The driver files of folders, by id; a driver of a later folder replaces that of an earlier one. If two files of one folder have
 * the same id, the one named after it is used, else the first. Broken files are reported, not fatal.
 */
export function loadDrivers(folders: readonly string[]): LoadedDrivers {
  const drivers = new Map<string, DriverFile>()
  const [problems, warnings]: [InstrumentError[], InstrumentError[]] = [[], []]
  const refuse = (error: unknown, path: string) =>
    problems.push(
      error instanceof InstrumentError ? error : new InstrumentError('driver_invalid', (error as Error).message, path),
    )
  for (const folder of folders) {
    const used = new Map<string, string>()
    for (const { file, text, driver } of parsedFiles(folder, refuse)) {
      const { id } = driver
      const at = (message: string) => `/id: ${message} (line ${lineAtPath(text, ['id'])})`
      const other = used.get(id)
      if (other !== undefined) {
        refuse(new InstrumentError('driver_invalid', at(`${id} is the id of ${basename(other)} too`), file), file)
        continue
      }
      used.set(id, file)
      drivers.set(id, driver)
      if (!isNamed(file, id))
        warnings.push(
          new InstrumentError('driver_named_otherwise', at(`its id is ${id}, and not the file’s name`), file),
        )
    }
  }
  return { drivers, problems, warnings }
}

const isNamed = (file: string, id: string): boolean => basename(file) === `${id}.json`

/** Valid files, those named after their id first. */
function parsedFiles(folder: string, refuse: (error: unknown, path: string) => void) {
  const parsed = jsonFiles(folder, refuse).flatMap(file => {
    try {
      const text = textOf(file)
      return [{ file, text, driver: parseDriver(text, file) }]
    } catch (error) {
      refuse(error, file)
      return []
    }
  })
  const rank = ({ file, driver }: (typeof parsed)[number]) => (isNamed(file, driver.id) ? 0 : 1)
  return parsed.sort((one, other) => rank(one) - rank(other))
}

function textOf(file: string): string {
  const { size } = statSync(file)
  if (size > MAX_BYTES) throw new InstrumentError('driver_invalid', `more than ${MAX_BYTES} bytes`, file)
  return readFileSync(file, 'utf8')
}

/** JSON files of a folder, sorted; none where there is no such folder. Only regular files are read: a pipe may never end. */
function jsonFiles(folder: string, refuse: (error: unknown, path: string) => void): string[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter(entry => entry.name.endsWith('.json') && (entry.isFile() || entry.isSymbolicLink()))
      .map(({ name }) => join(folder, name))
      .filter(file => statSync(file, { throwIfNoEntry: false })?.isFile() !== false)
      .sort()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') refuse(error, folder)
    return []
  }
}

const lineAt = (text: string, offset: number): number => text.slice(0, offset).split('\n').length

/** Every unknown field is named at its own place. */
const placesOf = (issue: z.core.$ZodIssue): Pick<z.core.$ZodIssue, 'path' | 'message'>[] =>
  issue.code === 'unrecognized_keys'
    ? issue.keys.map(key => ({ path: [...issue.path, key], message: issue.message }))
    : [issue]

const pointer = (path: readonly PropertyKey[]): string =>
  path.map(part => `/${printable(String(part)).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('') || '/'

/** On one line and not too long, whatever name stands in the file. */
const printable = (name: string): string =>
  name.slice(0, 200).replace(/\p{Cc}/gu, character => JSON.stringify(character).slice(1, -1))

/** Path of the pointer at the beginning of a message. */
const pathOf = (message: string): string[] =>
  message
    .slice(1, message.indexOf(': '))
    .split('/')
    .map(part => part.replaceAll('~1', '/').replaceAll('~0', '~'))
