/**
 * The options of `npm start`, as one table: flags, environment and config file are all read from it.
 * Plain JavaScript without imports beyond Node's own: the launcher answers --help before anything is installed.
 */
import { parseArgs } from 'node:util'

/**
 * @typedef {object} Option
 * @property {'string' | 'boolean'} type
 * @property {boolean} [multiple]
 * @property {string} [value] placeholder of the value in the help
 * @property {string} [env] environment variable; a list is separated by commas
 * @property {string} [key] field of the config file
 * @property {string} help
 */

/** @type {Record<string, Option>} */
export const OPTIONS = {
  port: {
    type: 'string',
    value: 'N',
    env: 'PENTAD_PORT',
    key: 'port',
    help: 'port on 127.0.0.1, 0 for a free one (7513)',
  },
  data: {
    type: 'string',
    value: 'FOLDER',
    env: 'PENTAD_DATA',
    key: 'data',
    help: "data folder (the user's own data folder)",
  },
  lab: { type: 'string', value: 'FILE', env: 'PENTAD_LAB', key: 'lab', help: 'lab profile (the demo lab)' },
  device: {
    type: 'string',
    multiple: true,
    value: 'FILE',
    env: 'PENTAD_DEVICES',
    key: 'devices',
    help: 'further device profile; may be repeated',
  },
  headless: {
    type: 'boolean',
    env: 'PENTAD_HEADLESS',
    key: 'headless',
    help: 'no window: serve the interface to a browser',
  },
  segment: {
    type: 'string',
    value: 'NAME',
    env: 'PENTAD_SEGMENT',
    key: 'segment',
    help: 'the segment after /api in the paths of jobs and account (svc)',
  },
  'public-url': {
    type: 'string',
    value: 'URL',
    env: 'PENTAD_PUBLIC_URL',
    key: 'public_url',
    help: 'address in the pulses of a new beacon chain (the one it listens on)',
  },
  'log-level': {
    type: 'string',
    value: 'LEVEL',
    env: 'PENTAD_LOG_LEVEL',
    key: 'log_level',
    help: 'trace, debug, info, warn, error or silent (warn)',
  },
  config: {
    type: 'string',
    value: 'FILE',
    env: 'PENTAD_CONFIG',
    help: 'config file (config.json in the config folder)',
  },
  help: { type: 'boolean', help: 'show this and stop' },
  version: { type: 'boolean', help: 'show the version and stop' },
}

/** A mistake in how a command was called; its message is for the user. */
export class UsageError extends Error {}

/**
 * Values by option name; undefined for options that were not set.
 * @typedef {Record<string, string | boolean | (string | boolean)[] | undefined>} Flags
 */

/**
 * Reads flags by a table of options. Throws UsageError for unknown flags, naming the nearest one, and for stray words.
 * @param {readonly string[]} argv
 * @param {Record<string, Option>} options
 * @returns {Flags}
 */
export function readFlags(argv, options) {
  try {
    const args = withNegatives(argv, options)
    return parseArgs({ args, options, strict: true, allowPositionals: false }).values
  } catch (error) {
    throw new UsageError(explain(/** @type {Error & { code?: string }} */ (error), argv, options))
  }
}

/**
 * Rewrites `--after -1` as `--after=-1`: a negative number behind an option that takes a value is its value, not an
 * option.
 * @param {readonly string[]} argv
 * @param {Record<string, Option>} options
 */
function withNegatives(argv, options) {
  const isValue = (/** @type {number} */ at) => /^-\d/.test(argv[at] ?? '') && takesValue(argv[at - 1] ?? '', options)
  return argv.flatMap((word, at) => (isValue(at + 1) ? [`${word}=${argv[at + 1]}`] : isValue(at) ? [] : [word]))
}

/**
 * @param {string} word
 * @param {Record<string, Option>} options
 */
const takesValue = (word, options) => word.startsWith('--') && options[word.slice(2)]?.type === 'string'

/**
 * @param {Error & { code?: string }} error
 * @param {readonly string[]} argv
 * @param {Record<string, Option>} options
 */
function explain(error, argv, options) {
  if (error.code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION') {
    const unknown = argv.map(word => word.split('=')[0] ?? '').find(word => isUnknownFlag(word, options)) ?? ''
    return `Unknown option ${unknown}. Did you mean --${closestName(unknown.replace(/^-+/, ''), Object.keys(options))}?`
  }
  if (error.code === 'ERR_PARSE_ARGS_UNEXPECTED_POSITIONAL')
    return `${error.message.split('. ')[0]}. Options start with --; see --help.`
  const [, lacking] = /^Option '(--[\w-]+)(?: <value>)?' argument (?:is ambiguous|missing)/.exec(error.message) ?? []
  if (lacking) return `${lacking} needs a value behind it; one that begins with a dash is written ${lacking}=-…`
  return error.message.split('\n')[0] ?? error.message
}

/**
 * @param {string} word
 * @param {Record<string, Option>} options
 */
const isUnknownFlag = (word, options) => word.startsWith('-') && !(word.startsWith('--') && word.slice(2) in options)

/**
 * @param {string} word
 * @param {readonly string[]} names at least one
 * @returns {string} the name that takes the fewest edits
 */
export function closestName(word, names) {
  return [...names].sort((a, b) => edits(word, a) - edits(word, b))[0] ?? ''
}

/**
 * Levenshtein distance, one row at a time.
 * @param {string} a
 * @param {string} b
 */
function edits(a, b) {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[b.length] ?? 0
}

/** @param {Record<string, Option>} options */
export function optionLines(options) {
  const rows = Object.entries(options).map(([name, { value, env, help }]) => ({
    left: `  --${name}${value ? ` ${value}` : ''}`,
    right: env ? `${help}  [${env}]` : help,
  }))
  const width = Math.max(...rows.map(({ left }) => left.length)) + 2
  return rows.map(({ left, right }) => left.padEnd(width) + right).join('\n')
}

export const HELP = `Pentad, a lab workstation for the five-qubit code.

Usage: npm start -- [options]

${optionLines(OPTIONS)}

A flag wins over its environment variable, that over the config file, that over the default.
The config file is JSON: { "port": 7513, "data": "…", "lab": "…", "devices": ["…"], "headless": false }

Other commands: npm run experiment -- --help, npm run keys -- --help, npm run devices -- --help,
npm run data -- --help (backups), npm test`
