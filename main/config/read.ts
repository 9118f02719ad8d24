import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { z } from 'zod'
import { definedFields } from '../contract/model/primitives'
import type { Config } from './config'
import { chosenConfigFile } from './config-file.mjs'
import { dataFolder, type Platform } from './folders'
import { closestName, OPTIONS, readFlags, UsageError } from './options.mjs'

/** Every setting, under its name in the config file. */
const FileSettings = z.strictObject({
  port: z.int().min(0).max(65_535),
  data: z.string().min(1),
  lab: z.string().min(1),
  devices: z.array(z.string().min(1)),
  headless: z.boolean(),
  segment: z.string().regex(/^[A-Za-z0-9_-]{1,32}$/, 'letters, digits, dash and underscore, at most 32'),
  /** Without a slash at its end, as pulses append `/beacon/2.0` to it. */
  public_url: z
    .url({ protocol: /^https?$/ })
    .max(200)
    .regex(/^[^?#\s]*[^?#\s/]$/, 'an http or https address without query and slash at its end')
    .nullable(),
  log_level: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']),
})
type FileSettings = z.infer<typeof FileSettings>
const Some = FileSettings.partial()
type Some = z.infer<typeof Some>

export interface ConfigSource extends Platform {
  readonly argv: readonly string[]
  /** Relative paths in flags and environment start here; those in the config file start at its folder. */
  readonly cwd: string
  /** The application folder, see `applicationFolder`. */
  readonly root: string
  readonly host: Config['host']
}

/**
 * Flags win over environment, config file and defaults, in this order. Throws UsageError that names the source of the
 * wrong value.
 */
export function readConfig(source: ConfigSource): Config {
  const flags = readFlags(source.argv, OPTIONS)
  const file = chosenConfigFile(flags.config, source)
  // A setting that one source leaves open is taken from the next one.
  const settings: FileSettings = {
    ...defaults(source),
    ...definedFields(file ? inFile(file) : {}),
    ...definedFields(located(inEnvironment(source.env), source.cwd)),
    ...definedFields(located(inFlags(flags), source.cwd)),
  }
  return assemble(settings, source)
}

/** The version in package.json, which is also the version of the service. */
export const versionOf = (root: string): string =>
  (JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }).version

function defaults(source: ConfigSource): FileSettings {
  return {
    port: 7513,
    data: dataFolder(source),
    lab: join(source.root, 'resources', 'labs', 'demo.json'),
    devices: [],
    headless: false,
    segment: 'svc',
    public_url: null,
    log_level: 'warn',
  }
}

function assemble({ headless: _, ...settings }: FileSettings, { root, host }: ConfigSource): Config {
  const interface_dir = join(root, 'out', 'renderer')
  return {
    host,
    version: versionOf(root),
    resources: join(root, 'resources'),
    ...settings,
    interface_dir: existsSync(join(interface_dir, 'index.html')) ? interface_dir : null,
    sqlite_binding: null,
  }
}

function inFlags(flags: Record<string, unknown>): Some {
  const values = Object.entries(OPTIONS).flatMap(([flag, { key }]) =>
    key && flags[flag] !== undefined ? [[key, typed(key, flags[flag])] as const] : [],
  )
  return checked(Object.fromEntries(values), field => `--${flagOf(field)}`)
}

function inEnvironment(env: ConfigSource['env']): Some {
  const values = Object.values(OPTIONS).flatMap(({ key, env: name }) =>
    key && name && env[name] ? [[key, typed(key, env[name])] as const] : [],
  )
  return checked(Object.fromEntries(values), field => OPTIONS[flagOf(field)]?.env ?? field)
}

function inFile(path: string): Some {
  const content = parsed(path)
  if (typeof content !== 'object' || content === null || Array.isArray(content))
    throw new UsageError(`The config file ${path} must hold one JSON object.`)
  const unknown = Object.keys(content).find(key => !(key in FileSettings.shape))
  if (unknown)
    throw new UsageError(
      `The config file ${path} has the unknown field "${unknown}". Did you mean "${closestName(unknown, Object.keys(FileSettings.shape))}"?`,
    )
  return located(
    checked(content, field => `${path} /${field}`),
    dirname(path),
  )
}

function parsed(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch (error) {
    throw new UsageError(`The config file ${path} cannot be read: ${(error as Error).message}`)
  }
}

/**
 * Converts the text of a flag or environment variable by its field; text that does not fit is left for the check to
 * refuse.
 */
function typed(key: string, word: unknown): unknown {
  if (typeof word !== 'string') return word
  if (key === 'port') return /^\d+$/.test(word) ? Number(word) : word
  if (key === 'devices') return word.split(',').filter(Boolean)
  if (key === 'headless') return { 1: true, true: true, yes: true, 0: false, false: false, no: false }[word] ?? word
  return word
}

function checked(values: object, nameOf: (field: string) => string): Some {
  const result = Some.safeParse(values)
  if (result.success) return result.data
  const issue = result.error.issues[0]
  const field = String(issue?.path[0] ?? '')
  const given = JSON.stringify((values as Record<string, unknown>)[field])
  throw new UsageError(`${nameOf(field)} cannot be ${given}: ${issue?.message}`)
}

const flagOf = (field: string): string => Object.keys(OPTIONS).find(flag => OPTIONS[flag]?.key === field) ?? field

function located(settings: Some, folder: string): Some {
  return {
    ...settings,
    ...(settings.data === undefined ? {} : { data: resolve(folder, settings.data) }),
    ...(settings.lab === undefined ? {} : { lab: resolve(folder, settings.lab) }),
    ...(settings.devices === undefined ? {} : { devices: settings.devices.map(file => resolve(folder, file)) }),
  }
}
