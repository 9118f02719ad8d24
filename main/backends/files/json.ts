/** Reading JSON of unknown origin: positions in errors, bounded size and depth, schemas checked one element at a time. */
import type { z } from 'zod'
import { duplicateKey } from '../../contract/model/duplicate-keys'
import { validationMessage } from '../../contract/model/validation-messages'
import { eachWhole, gatherFaults, MAX_FILE_FAULTS } from './fault-list'
import { invalidFile, lineAndColumn, quote, under } from './invalid-file'
import { findJsonError } from './json-error'

/** A file as received; its name serves messages, and some readers take a date, a device name or the format from it. */
export interface NamedText {
  readonly name: string
  readonly content: string
}

const MAX_DEPTH = 100
const MAX_NODES = 2_000_000
/** Some Braket files are a JSON string that contains the JSON. */
const MAX_WRAPPINGS = 3

export const NOT_UTF8 = 'this is not UTF-8 text. Save it as UTF-8, or give the file as it was published, whole.'

/** The value of a JSON file, unwrapped where it is a string that holds JSON. Throws `invalid_file` with line and column. */
export function parseJsonFile(file: NamedText): unknown {
  let text = withoutMark(file.content)
  for (let wrapping = 0; ; wrapping++) {
    const value = parse(file.name, text)
    if (typeof value !== 'string' || wrapping === MAX_WRAPPINGS || !/^\s*[{["]/.test(value)) {
      refuseExcess(file.name, value)
      refuseRepeated(file.name, text, value)
      return value
    }
    text = value
  }
}

const withoutMark = (text: string): string => (text.startsWith('\uFEFF') ? text.slice(1) : text)

function parse(name: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    const error = findJsonError(text) ?? { offset: text.length, expected: 'JSON' }
    // Characters that UTF-16 and binary files leave behind when read as UTF-8.
    if (/[\0\uFFFD]/.test(text.slice(error.offset, error.offset + 12)))
      throw invalidFile(name, lineAndColumn(text, error.offset), NOT_UTF8)
    const found =
      error.offset >= text.length ? 'the file ends here' : `found ${quote(text.slice(error.offset, error.offset + 12))}`
    throw invalidFile(
      name,
      lineAndColumn(text, error.offset),
      `not JSON: expected ${error.expected}, ${found}. Give the file as it was published, whole.`,
    )
  }
}

function refuseRepeated(file: string, text: string, value: unknown): void {
  const repeated = duplicateKey(text, value)
  if (repeated === null) return
  const { name, offset } = repeated
  throw invalidFile(
    file,
    lineAndColumn(text, offset),
    `${quote(name)} appears twice in one object. Leave the one that is meant.`,
  )
}

/** Bounds what later steps walk through. Iterative, because nesting deep enough to overflow a stack fits into a few kilobytes. */
function refuseExcess(name: string, value: unknown): void {
  let nodes = 0
  let level: unknown[] = [value]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MAX_DEPTH)
      throw invalidFile(name, null, `nested deeper than ${MAX_DEPTH} levels, which no calibration file is.`)
    const next: unknown[] = []
    for (const node of level) {
      if (typeof node !== 'object' || node === null) continue
      // Readers drop this name silently, and with it whatever stands under it.
      if (Object.hasOwn(node, '__proto__'))
        throw invalidFile(name, null, 'it uses the name "__proto__", which no format does.')
      for (const child of Object.values(node)) next.push(child)
      if (nodes + next.length > MAX_NODES)
        throw invalidFile(name, null, `more than ${MAX_NODES} values, which no calibration file has.`)
    }
    nodes += next.length
    level = next
  }
}

/** Where in a file a value stands; `pointer` is a JSON pointer. */
export interface FilePointer {
  readonly file: string
  readonly pointer: string
}

/** `value` as the schema reads it. Throws `invalid_file` with the JSON pointer of each fault, and what stands there. */
export function read<S extends z.ZodType>(
  schema: S,
  value: unknown,
  { file, pointer = '' }: Pick<FilePointer, 'file'> & Partial<FilePointer>,
): z.output<S> {
  const result = schema.safeParse(value, { error: validationMessage })
  if (result.success) return result.data
  const faults = gatherFaults()
  faults.each(result.error.issues.flatMap(pathsOf), ({ steps, message }) => {
    const target = steps.reduce<string>((at, key) => under(at, String(key)), pointer)
    throw invalidFile(file, { pointer: target }, `${message}.`)
  })
  faults.refuse()
  throw invalidFile(file, { pointer }, 'it cannot be read.')
}

/** Every unknown field is a fault of its own. */
const pathsOf = (issue: z.core.$ZodIssue): { steps: readonly PropertyKey[]; message: string }[] =>
  issue.code === 'unrecognized_keys'
    ? issue.keys.slice(0, MAX_FILE_FAULTS).map(key => ({ steps: [...issue.path, key], message: issue.message }))
    : [{ steps: issue.path, message: issue.message }]

/** Like `read` for each entry of a list, with the faults of all entries. */
export function readEach<S extends z.ZodType>(
  schema: S,
  list: readonly unknown[],
  { file, pointer }: FilePointer,
): z.output<S>[] {
  return eachWhole(list, (value, index) => read(schema, value, { file, pointer: under(pointer, index) }))
}

/** Like `readEach` for an object used as a dictionary; the keys come back as they are in the file. */
export function readEntries<S extends z.ZodType>(
  schema: S,
  record: Readonly<Record<string, unknown>>,
  { file, pointer }: FilePointer,
): [string, z.output<S>][] {
  return eachWhole(Object.entries(record), ([key, value]): [string, z.output<S>] => [
    key,
    read(schema, value, { file, pointer: under(pointer, key) }),
  ])
}

export interface JsonFile {
  readonly name: string
  readonly value: unknown
}
