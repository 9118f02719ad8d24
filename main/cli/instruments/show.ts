/** Replies of the service as tables and lines; everything from a twin is marked SIMULATED. */
import type { CommandLogEntry, ExperimentLogEntry } from '../../contract/instruments/command-log'
import type { DiscoveryReply, DriverList } from '../../contract/instruments/discovery'
import type { InstrumentDetail, InstrumentList, InstrumentSummary } from '../../contract/instruments/instrument'
import type { SafeStateReply } from '../../contract/instruments/limits'
import type { TwinFaultState } from '../../contract/instruments/twin-faults'
import { notReachedText, valuesTogether, valueText } from '../../contract/instruments/value-text'
import { fixed } from '../../contract/numbers/number-text'
import { facts, simulatedText, table } from '../io/table'

type ListedDriver = DriverList['items'][number]

/** Parameter and channel as they are typed. */
export const parameterAndChannel = (parameter: string, channel: string | null): string =>
  channel === null ? parameter : `${parameter} ${channel}`

const addressText = (address: InstrumentSummary['address']): string => {
  if (address.kind === 'tcp') return `${address.host}:${address.port}`
  return address.kind === 'twin' ? `twin:${address.name}` : (address.path ?? `any ${address.kind} port`)
}

/** Holders of the instrument; runs and jobs with their ids. */
export const holderText = ({ lease: { holder, held_with } }: Pick<InstrumentSummary, 'lease'>): string =>
  [...(holder ? [holder] : []), ...held_with]
    .map(({ kind, label, holder_id }) => (kind === 'operator' ? label : `${label} (${kind} ${holder_id})`))
    .join(', ')

export function listText({ items, problems }: InstrumentList): string {
  const rows = items.map(one => [
    one.instrument_id,
    one.label,
    one.driver,
    one.state,
    one.serial_number ?? one.expected_serial_number ?? '',
    one.port ?? addressText(one.address),
    holderText(one),
    simulatedText(one.simulated),
  ])
  const heading = ['Id', 'Label', 'Driver', 'State', 'Serial number', 'Port', 'Held by', '']
  const troubles = items.flatMap(({ label, problem }) =>
    problem ? [`${label}: ${problem.message}; ${problem.remedy}`] : [],
  )
  return [
    items.length > 0 ? table([heading, ...rows]) : 'The lab has no instruments yet.',
    ...troubles,
    ...(troubles.length > 0 ? ['npm run instruments -- connect ID asks one again at once.'] : []),
    ...problems.map(({ message, remedy }) => `${message}; ${remedy}`),
  ].join('\n')
}

export function driversText({ items, folder }: DriverList): string {
  const rows = items.map(({ driver, vendor, models, source }) => [driver, vendor, shortened(models), source])
  const files = table([['Driver', 'Vendor', 'Models', 'From'], ...rows])
  return `${files}\nFiles of your own go into ${folder} (make the folder if it is not there).`
}

/** One driver with all of its models and the ranges of its parameters. */
export function driverText({ vendor, models, role, transports, manual, source, parameters }: ListedDriver): string {
  const rows = parameters.map(({ parameter, value, access, channels }) => [
    parameter,
    channels.flatMap(({ channel }) => channel ?? []).join(', '),
    `${rangeText(value, null)}${access === 'read' ? ', read only' : ''}`,
  ])
  const about = facts([
    ['Vendor', vendor],
    ['Models', models.join(', ')],
    ['Role', role.replaceAll('_', ' ')],
    ['Connected by', transports.join(', ')],
    ['Manual', manual],
    ['From', source],
  ])
  const note = 'Ranges and channels may be others by model: get shows those of the one that answers.'
  const lines = [about, '', table([['Parameter', 'Channels', 'May be'], ...rows])]
  return [...lines, ...(models.length > 1 ? [note] : [])].join('\n')
}

/** As many names as fit a column of `most` characters, and the number of the others. */
function shortened(names: readonly string[], most = 48): string {
  const whole = names.join(', ')
  if (whole.length <= most) return whole
  const some = names.filter((_, index) => names.slice(0, index + 1).join(', ').length <= most - 12)
  return `${some.join(', ')} and ${names.length - some.length} more`
}

export const identityText = (one: InstrumentSummary): string =>
  facts([
    ['Vendor', one.vendor ?? 'unknown'],
    ['Model', one.model ?? 'unknown'],
    ['Serial number', one.serial_number ?? 'unknown'],
    ['Firmware', one.firmware ?? 'not reported'],
    ['Port', one.port ?? addressText(one.address)],
    ['State', `${one.state}${one.problem ? `: ${one.problem.message}; ${one.problem.remedy}` : ''}`],
    ['Real', one.simulated ? 'no: SIMULATED' : 'yes'],
  ])

/** Every parameter with its range and the value read last; reads nothing new. */
export function parametersText({ parameters, simulated }: InstrumentDetail): string {
  const rows = parameters.flatMap(({ parameter, value, access, channels }) =>
    channels.map(({ channel, limits, latest }) => [
      parameterAndChannel(parameter, channel),
      latest ? valueText(latest.value, latest.unit, latest.status) : 'not read yet',
      access === 'read' ? 'read only' : rangeText(value, limits),
      simulatedText(simulated),
    ]),
  )
  return table([['Parameter', 'Last value', 'May be', ''], ...rows])
}

/** Range of a value in words. */
export function rangeText(
  form: InstrumentDetail['parameters'][number]['value'],
  limits: readonly [number, number] | null,
): string {
  switch (form.type) {
    case 'number': {
      const [low, high] = limits ?? form.range
      const unit = form.unit === null ? '' : ` ${form.unit}`
      return [
        `${low} to ${high}${unit}`,
        form.step !== null && ` in steps of ${form.step}`,
        form.narrowed_by !== null && ` (narrower by its ${form.narrowed_by})`,
      ]
        .filter(Boolean)
        .join('')
    }
    case 'choice':
      return form.choices.join(', ')
    case 'boolean':
      return 'on, off'
    case 'text':
      return 'any text'
  }
}

export function discoveryText({ items, problems }: DiscoveryReply): string {
  const asked = items.filter(({ candidates }) => candidates.length > 0)
  const others = items.filter(({ candidates }) => candidates.length === 0)
  const rows = asked.map(({ path, vendor_id, product_id, driver, identity, problem }) => [
    path,
    `${vendor_id ?? '????'}:${product_id ?? '????'}`,
    driver ?? 'nobody answered',
    identity ? `${identity.model} ${identity.serial_number ?? 'without a serial number'}` : (problem?.message ?? ''),
  ])
  const found =
    asked.length > 0
      ? table([['Port', 'USB', 'Driver', 'Who'], ...rows])
      : 'Nothing new is plugged in that a driver names.'
  return [found, ...othersText(others), ...problems.map(({ message, remedy }) => `${message}; ${remedy}`)].join('\n')
}

/** Ports that no driver names; the user can identify them by hand. */
function othersText(others: DiscoveryReply['items']): string[] {
  if (others.length === 0) return []
  const rows = others.map(({ kind, path, vendor_id, product_id, description }) => [
    kind === 'hid' ? `hid:${path}` : path,
    vendor_id === null ? 'no USB identity' : `${vendor_id}:${product_id ?? '????'}`,
    description ?? '',
  ])
  return ['', 'Not asked, since no driver names them; identify --driver DRIVER --port PORT asks one:', table(rows)]
}

export function safeText({ items, ended }: SafeStateReply): string {
  const rows = items.map(({ instrument_id, outcome, values, problem, simulated }) => [
    instrument_id,
    outcome === 'unreachable' ? 'UNREACHABLE' : outcome,
    safeValuesText({ outcome, values }),
    problem ? `${problem.message}; ${problem.remedy}` : '',
    simulatedText(simulated),
  ])
  const lines = [table([['Id', 'Outcome', 'Values', 'Problem', ''], ...rows])]
  return [...lines, ...ended.map(label => `The lease of ${label} was ended.`)].join('\n')
}

function safeValuesText({ outcome, values }: Pick<SafeStateReply['items'][number], 'outcome' | 'values'>): string {
  const shown = valuesTogether(values, parameterAndChannel)
  return outcome === 'unreachable' ? notReachedText(values, shown) : shown.join(', ')
}

export function faultsText({ instrument_id, script, plugged_in }: TwinFaultState): string {
  const lines = script.map(
    ({ after_replies, fault }) =>
      `  after ${after_replies} ${after_replies === 1 ? 'reply' : 'replies'}: ${JSON.stringify(fault)}`,
  )
  const state = `SIMULATED ${instrument_id} is ${plugged_in ? 'plugged in' : 'unplugged'}`
  return [lines.length > 0 ? `${state}; still to come:` : `${state}; no fault is to come.`, ...lines].join('\n')
}

const ARROWS = { sent: '→', received: '←', note: '·' } as const

/** Command log, oldest first, as a terminal scrolls. */
export const logText = (entries: readonly CommandLogEntry[]): string =>
  entries.length === 0
    ? 'Nothing was logged.'
    : table(
        entries
          .toReversed()
          .map(({ at, instrument_id, direction, text, latency_ms, outcome, simulated }) => [
            at.slice(0, 23).replace('T', ' '),
            instrument_id,
            ARROWS[direction],
            text,
            latency_ms === null ? '' : `${fixed(latency_ms, 1)} ms`,
            outcome === null || outcome === 'ok' ? '' : outcome,
            simulatedText(simulated),
          ]),
      )

/** Experiment log, oldest first, with the author of each action. */
export const experimentLogText = (entries: readonly ExperimentLogEntry[]): string =>
  entries.length === 0
    ? 'Nothing was logged.'
    : table(
        entries
          .toReversed()
          .map(({ at, event, text, actor, work, simulated }) => [
            at.slice(0, 19).replace('T', ' '),
            event.replaceAll('_', ' '),
            simulatedText(simulated),
            work === null ? actor : `${actor} (${work})`,
            text,
          ]),
      )
