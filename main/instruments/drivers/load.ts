/** Driver files, with what is wrong in them and where: a JSON pointer into the file. */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { duplicateKey } from '../../contract/model/duplicate-keys'
import { validationMessage } from '../../contract/model/validation-messages'
import { InstrumentError } from '../model/fault'
import { placeholders } from './commands'
import { conversions } from './conversions'
import { lineAtPath } from './line-of'
import { DriverFile, type ParameterSpec } from './schema'
import { checkValue } from './values'

const MOST_BYTES = 1_000_000

/** Throws `driver_invalid` with every place that is wrong, one a line. */
export function parseDriver(text: string, file: string): DriverFile {
  const refuse = (lines: readonly string[]): never => {
    throw new InstrumentError('driver_invalid', lines.slice(0, 20).join('\n'), file)
  }
  if (text.length > MOST_BYTES) refuse([`more than ${MOST_BYTES} bytes`])
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch (error) {
    refuse([`no JSON: ${(error as Error).message}`])
  }
  const repeated = duplicateKey(text, json)
  if (repeated) refuse([`${repeated.pointer}: the name ${repeated.name} stands twice in one object`])
  const parsed = DriverFile.safeParse(json, { error: validationMessage })
  if (!parsed.success)
    return refuse(
      parsed.error.issues.map(({ path, message }) => `${pointer(path)}: ${message} (line ${lineAtPath(text, path)})`),
    )
  const wrong = contradictions(parsed.data)
  if (wrong.length > 0) refuse(wrong.map(one => `${one} (line ${lineAtPath(text, pathOf(one))})`))
  return parsed.data
}

/** The driver files of folders, by id; a later folder replaces an earlier one's model. Broken files are told, not fatal. */
export function loadDrivers(folders: readonly string[]): {
  drivers: Map<string, DriverFile>
  problems: InstrumentError[]
} {
  const drivers = new Map<string, DriverFile>()
  const problems: InstrumentError[] = []
  const refuse = (error: unknown, path: string) =>
    problems.push(
      error instanceof InstrumentError ? error : new InstrumentError('driver_invalid', (error as Error).message, path),
    )
  for (const folder of folders) {
    for (const file of jsonFiles(folder, refuse)) {
      try {
        const driver = parseDriver(textOf(file), file)
        drivers.set(driver.id, driver)
      } catch (error) {
        refuse(error, file)
      }
    }
  }
  return { drivers, problems }
}

function textOf(file: string): string {
  const { size } = statSync(file)
  if (size > MOST_BYTES) throw new InstrumentError('driver_invalid', `more than ${MOST_BYTES} bytes`, file)
  return readFileSync(file, 'utf8')
}

/** In order; a folder that is not there has none. What is no regular file is left alone: a pipe may never end. */
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

const pointer = (path: readonly PropertyKey[]): string =>
  path.map(part => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('') || '/'

/** Of a message that begins with a pointer. */
const pathOf = (message: string): string[] =>
  message
    .slice(1, message.indexOf(': '))
    .split('/')
    .map(part => part.replaceAll('~1', '/').replaceAll('~0', '~'))

/** What each field allows by itself and the file as a whole does not. */
function contradictions(driver: DriverFile): string[] {
  const { serial, hid, tcp } = driver.transport
  return [
    ...(serial || hid || tcp ? [] : ['/transport: give at least one of serial, hid, tcp']),
    ...((driver.framing.kind === 'report') === (hid !== undefined)
      ? []
      : ['/framing/kind: report goes with transport hid, and only with it']),
    ...(driver.identity === 'usb' && driver.framing.fence
      ? ['/framing/fence: needs an identity that can be asked; write false']
      : []),
    ...Object.entries(driver.parameters).flatMap(([name, parameter]) =>
      wrongOf(parameter, driver).map(({ at, message }) => `/parameters/${name}${at}: ${message}`),
    ),
    ...driver.vectors.flatMap((vector, index) =>
      wrongVector(vector, driver).map(message => `/vectors/${index}: ${message}`),
    ),
  ]
}

function wrongOf(spec: ParameterSpec, { options }: DriverFile): { at: string; message: string }[] {
  const conversion = 'convert' in spec.value && spec.value.convert ? conversions[spec.value.convert] : null
  const known = new Set([
    ...Object.keys(options),
    'channel',
    'value',
    ...Object.keys(conversion?.encode(0, 0, options) ?? {}),
  ])
  const unknown = (['get', 'set'] as const).flatMap(at =>
    (spec[at] === undefined ? [] : placeholders(spec[at]))
      .filter(name => !known.has(name))
      .map(name => ({ at: `/${at}`, message: `{${name}} stands for nothing` })),
  )
  const wrong = [...unknown]
  const add = (at: string, message: string) => wrong.push({ at, message })
  if (!spec.get) add('/get', 'missing: what is set must be read back')
  if (spec.channels_by_model && !spec.channels) add('/channels', 'missing: what models have is a part of it')
  if (spec.get && !spec.channels && placeholders(spec.get).includes('channel'))
    add('/channels', 'missing: the command names {channel}')
  if (spec.ramp && (spec.value.type !== 'number' || !spec.set)) add('/ramp', 'goes with a number that can be set')
  if (spec.safe && !spec.set) add('/safe', 'goes with a parameter that can be set')
  if (spec.safe) {
    try {
      checkValue(spec.value, spec.safe.value, 'the safe value')
    } catch (error) {
      add('/safe/value', (error as Error).message)
    }
  }
  return wrong
}

function wrongVector(vector: DriverFile['vectors'][number], { parameters }: DriverFile): string[] {
  const name = vector.get ?? vector.set
  const kinds = [vector.get, vector.set, vector.identify, vector.connect, vector.clear, vector.console, vector.errors]
  if (kinds.filter(kind => kind !== undefined).length !== 1)
    return ['give one of identify, connect, clear, get, set, console, errors']
  if (name !== undefined && !(name in parameters)) return [`there is no parameter ${name}`]
  return vector.set !== undefined && vector.value === undefined ? ['a set needs its value'] : []
}
