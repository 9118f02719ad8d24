import { type Option, optionLines, readFlags, UsageError } from '../../config/options.mjs'
import {
  CARDINAL_STATES,
  DD_SEQUENCES,
  DECODERS,
  PREPARATIONS,
  PROTOCOLS,
  READOUTS,
  RUN_ENGINES,
} from '../../contract/model/protocols'
import { RunRequest } from '../../contract/runs/request'
import type { ServiceChoice } from '../io/attach'
import { FOLDER_OPTIONS, flagText, HELP_OPTION, serviceAt, serviceOptions } from '../io/service-options'

const OPTIONS: Record<string, Option> = {
  backend: { type: 'string', value: 'ID', help: 'backend to run on, e.g. dev-b or dev-b-mock' },
  chiplet: { type: 'string', value: 'ID', help: 'chiplet of the module (the best-ranked one)' },
  mode: { type: 'string', value: 'MODE', help: 'correction or detection (correction)' },
  rounds: { type: 'string', value: 'LIST', help: 'numbers of rounds, e.g. 1,2,4 (1,2,4)' },
  shots: { type: 'string', value: 'N', help: 'shots for each state and number of rounds (20000)' },
  states: { type: 'string', value: 'LIST', help: `any of ${CARDINAL_STATES.join(',')} (all six)` },
  decoder: {
    type: 'string',
    value: 'NAME',
    help: `${DECODERS.join(' or ')} (${DECODERS[0]}); the other one is recorded too`,
  },
  protocol: { type: 'string', value: 'NAME', help: `${PROTOCOLS.join(' or ')} (the first that the device offers)` },
  preparation: { type: 'string', value: 'NAME', help: `${PREPARATIONS.join(' or ')} (verified)` },
  readout: { type: 'string', value: 'NAME', help: `${READOUTS.join(' or ')} (the one predicted to err less often)` },
  dd: { type: 'string', value: 'NAME', help: `pulses in idle windows: ${DD_SEQUENCES.join(', ')} (none)` },
  engine: { type: 'string', value: 'NAME', help: `${RUN_ENGINES.join(' or ')} (${RUN_ENGINES[0]})` },
  seed: { type: 'string', value: 'N', help: 'same seed, same record (chosen and recorded)' },
  purchase: { type: 'boolean', help: 'get the tokens that are missing, in a demo lab, where they cost nothing' },
  override: { type: 'boolean', help: 'run a module that fails the feasibility gate, or whose verdict is unknown' },
  out: { type: 'string', value: 'FILE', help: 'write the run record there, as JSON' },
  json: { type: 'boolean', help: 'print the run record on stdout instead of the tables' },
  ...serviceOptions('qec'),
  data: FOLDER_OPTIONS.data,
  lab: { type: 'string', value: 'FILE', env: 'PENTAD_LAB', help: 'lab profile (the demo lab)' },
  device: { type: 'string', multiple: true, value: 'FILE', help: 'further device profile; may be repeated' },
  config: FOLDER_OPTIONS.config,
  ...HELP_OPTION,
}

export const HELP = `The experiment: rank chiplets, select a module, run the physical baseline and the encoded experiment, decode, compare.

Usage: npm run experiment -- --backend dev-b-mock --mode correction --rounds 1,2,4 --shots 20000 --seed 7 --out record.json

${optionLines(OPTIONS)}

It uses the service that runs on the data folder, or starts its own and stops it at the end: on --data, otherwise on a
temporary folder. With --lab or --device it always starts its own. Ctrl-C aborts the run.
A run on a live backend costs tokens for every shot, a -mock backend is free.
Tables go to stdout, progress and remarks to stderr.

Exit codes: 0 done, 1 failed, 2 called wrongly, 3 the module does not pass the feasibility gate and --override is not given,
130 aborted by Ctrl-C.`

export interface ExperimentOptions {
  readonly help: boolean
  readonly backend: string
  readonly chiplet: string | undefined
  readonly request: RunRequest
  readonly out: string | undefined
  readonly json: boolean
  /** Whether missing tokens are bought. */
  readonly purchase: boolean
  readonly service: ServiceChoice
}

/** Parses the options and checks every limit of the run's contract. Throws UsageError. */
export function experimentOptions(
  argv: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): ExperimentOptions {
  const flags = readFlags(argv, OPTIONS)
  const text = (name: string) => flagText(flags, name)
  const help = flags.help === true
  const backend = text('backend')
  if (backend === undefined && !help) throw new UsageError('Say which backend: --backend dev-b. See --help.')
  const devices = Array.isArray(flags.device) ? flags.device.filter(value => typeof value === 'string') : []
  const { url, key } = serviceAt(flags, env)
  if (url !== undefined && (text('lab') !== undefined || devices.length > 0) && !help)
    throw new UsageError(
      '--lab and --device are for a service that is started here, and the one at --url has its lab. Leave out either.',
    )
  return {
    help,
    backend: backend ?? '',
    chiplet: text('chiplet'),
    request: requestOf(text, flags.override === true),
    out: text('out'),
    json: flags.json === true,
    purchase: flags.purchase === true,
    service: {
      url,
      key,
      data: text('data') ?? (env.PENTAD_DATA || undefined),
      config: text('config'),
      lab: text('lab'),
      devices,
    },
  }
}

function requestOf(text: (name: string) => string | undefined, override: boolean): RunRequest {
  const states = text('states')
  const seed = text('seed')
  const request = RunRequest.safeParse({
    mode: text('mode') ?? 'correction',
    rounds: words(text('rounds') ?? '1,2,4').map(word => whole('rounds', word)),
    shots: whole('shots', text('shots') ?? '20000'),
    override,
    ...chosen(text),
    ...(states === undefined ? {} : { states: [...new Set(words(states))] }),
    ...(seed === undefined ? {} : { seed: whole('seed', seed) }),
  })
  if (request.success) return request.data
  const issue = request.error.issues[0]!
  throw new UsageError(`--${String(issue.path[0])}: ${issue.message}. See --help.`)
}

const CHOICES = ['decoder', 'protocol', 'preparation', 'readout', 'dd', 'engine'] as const

/** Named choices; options that are left out get the contract's defaults. */
const chosen = (text: (name: string) => string | undefined): Record<string, string> =>
  Object.fromEntries(CHOICES.flatMap(name => (text(name) === undefined ? [] : [[name, text(name)!]])))

const words = (list: string): string[] =>
  list
    .split(',')
    .map(word => word.trim())
    .filter(word => word !== '')

function whole(name: string, word: string): number {
  if (/^\d{1,16}$/.test(word)) return Number(word)
  throw new UsageError(`--${name} cannot be "${word}": whole numbers only. See --help.`)
}
