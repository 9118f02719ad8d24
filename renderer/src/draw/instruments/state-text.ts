/** States of instruments, leases, alarms and phases of a run on them, in words. */
import type { InstrumentEvent } from '../../../../main/contract/instruments/events'
import type { InstrumentSummary, SafeStatus } from '../../../../main/contract/instruments/instrument'
import type { MachineProgress, Sequencer } from '../../../../main/contract/instruments/lab'
import { type InstrumentAddress, InstrumentRole } from '../../../../main/contract/instruments/lab-profile'
import type { LeaseState } from '../../../../main/contract/instruments/lease'
import type { OutputLimitState, PreconditionState, SafeStateReply } from '../../../../main/contract/instruments/limits'
import { notReachedText, parameterText } from '../../../../main/contract/instruments/value-text'
import { shortest } from '../../../../main/contract/numbers/number-text'
import { count, countWithNoun, NO_VALUE } from '../format/quantity'
import { utcSecond } from '../format/time'
import { latestText, sinceText, valueWithUnit } from './value-text'

/** The address of an instrument in a few words. */
export function addressText(address: InstrumentAddress): string {
  switch (address.kind) {
    case 'serial':
      return address.path ?? 'serial, found by its serial number'
    case 'hid':
      return address.path ?? 'USB (HID), found by its serial number'
    case 'tcp':
      return `${address.host}:${address.port}`
    case 'twin':
      return `twin ${address.name}`
  }
}

/** Serial number of an instrument whose identity was queried. */
export const serialText = ({ serial_number }: { readonly serial_number: string | null }): string =>
  serial_number === null ? 'no serial number: it is found at this port alone' : `serial number ${serial_number}`

/** Model of the instrument; without one, it was not queried yet while it connects, else it is not connected. */
export const modelText = ({ vendor, model, state }: Pick<InstrumentSummary, 'vendor' | 'model' | 'state'>): string =>
  model !== null ? `${vendor ?? ''} ${model}` : state === 'connecting' ? 'not asked yet' : 'not connected'

/** Where it is connected, or where it is looked for. */
export const portText = ({ port, address }: Pick<InstrumentSummary, 'port' | 'address'>): string =>
  port ?? addressText(address)

const SAFE_TEXT: Readonly<Record<SafeStatus['status'], string>> = {
  none: 'has no safe value',
  unknown: 'not known since it was set or connected',
  safe: 'safe',
  held: 'held as it was',
  unreachable: 'unreachable when it was driven safe',
}

/** Short words for lists; the page of the instrument has the rest. */
export const SAFE_WORD: Readonly<Record<SafeStatus['status'], string>> = {
  none: 'none',
  unknown: 'not known',
  safe: 'safe',
  held: 'held',
  unreachable: 'unreachable',
}

export const safeStateText = ({ status, at }: SafeStatus): string =>
  at === null || status === 'none' ? SAFE_TEXT[status] : `${SAFE_TEXT[status]}, ${utcSecond(at)}`

/** The page of the run or job that holds it; null for an operator or an entropy source, which have none. */
export function holderPath({ kind, holder_id }: LeaseState['queue'][number]): string | null {
  if (kind === 'run') return `/runs/${holder_id}`
  return kind === 'job' ? `/jobs/${holder_id}` : null
}

/** Bytes as they are counted on disks and lines: `1 MiB`, `12.4 KiB`. */
export function bytesText(bytes: number): string {
  if (bytes < 1_024) return `${count(bytes)} B`
  const [factor, unit] = bytes < 1_048_576 ? [1_024, 'KiB'] : [1_048_576, 'MiB']
  return `${shortest(bytes / factor)} ${unit}`
}

/** Seconds that so many bytes take on a link; `11.4 s`. */
const transferText = (bytes: number, bytesPerSecond: number): string => {
  const seconds = bytes / bytesPerSecond
  return seconds < 1 ? `${Math.max(1, Math.round(seconds * 1_000))} ms` : `${shortest(seconds)} s`
}

const MIB = 1_048_576

/** Rate of a sequencer's link, with the transfer times that follow. */
export const linkText = ({ profile: { link_bytes_per_s: rate, program_bytes } }: Pick<Sequencer, 'profile'>): string =>
  `${bytesText(rate)}/s: 1 MiB takes ${transferText(MIB, rate)}, the largest program (${bytesText(program_bytes)}) ${transferText(program_bytes, rate)}`

export const PHASE_TEXT: Readonly<Record<MachineProgress['phase'], string>> = {
  waiting: 'waits for its lease',
  checking: 'checked',
  held: 'held as it was set',
  uploading: 'program uploading',
  armed: 'armed',
  running: 'running',
  fetching: 'results fetched',
  idle: 'idle between batches',
  done: 'done',
  failed: 'failed',
}

/** `batch 3 of 12`; nothing before the first. */
export const batchText = ({ batch, batches }: Pick<MachineProgress, 'batch' | 'batches'>): string => {
  if (batch === null) return NO_VALUE
  return batches === null ? `batch ${count(batch)}` : `batch ${count(batch)} of ${count(batches)}`
}

/** What a precondition asks for: `below 50 mK`. */
export function limitText({ below, above, unit }: Pick<PreconditionState, 'below' | 'above' | 'unit'>): string {
  const parts = [
    below !== null && `below ${valueWithUnit(below, unit)}`,
    above !== null && `above ${valueWithUnit(above, unit)}`,
  ]
  return parts.filter(Boolean).join(' and ') || 'a valid reading'
}

/** What the lab keeps an output to: `−2 V to 2 V`. */
export function outputLimitText({ min, max, unit }: Pick<OutputLimitState, 'min' | 'max' | 'unit'>): string {
  if (min === null) return `at most ${valueWithUnit(max!, unit)}`
  return max === null
    ? `at least ${valueWithUnit(min, unit)}`
    : `${valueWithUnit(min, unit)} to ${valueWithUnit(max, unit)}`
}

interface RunNeeds {
  readonly items: readonly unknown[]
  readonly outputs: readonly Pick<OutputLimitState, 'status'>[]
}

/** What the lab asks of a run, once every precondition is met and no output is beyond its limits. */
export function metNeedsText({ items, outputs }: RunNeeds): string {
  const unread = outputs.filter(({ status }) => status === 'not_read').length
  const met = [
    ...(items.length > 0 ? ['every precondition is met'] : []),
    ...(outputs.length > unread ? [`every output ${unread > 0 ? 'that was read ' : ''}is within its limits`] : []),
    ...(unread > 0 ? [`${countWithNoun(unread, 'output')} with limits will be read before the run starts`] : []),
  ]
  if (met.length === 0) return 'The lab profile asks for no precondition and limits no output.'
  return `The lab is ready: ${met.join(', ')}.`
}

/** The last reading of a precondition with its age, or that there is none. */
export const preconditionReading = ({ reading }: Pick<PreconditionState, 'reading'>, now: number): string =>
  reading === null ? 'never read' : `${latestText(reading)}, ${sinceText(reading.at, now)}`

/** Values read back where the instrument is safe; the last known values where it is not reachable. */
export function safeValues({ outcome, values }: SafeStateReply['items'][number]): string {
  if (outcome === 'unreachable') return notReachedText(values, groupedValues(values))
  return values.length === 0 ? 'none of its parameters has a safe value' : groupedValues(values).join(', ')
}

/** Channels of a parameter that stand at one value share a place: `voltage 1, 2, 3: 0 V`. */
function groupedValues(values: SafeStateReply['items'][number]['values']): string[] {
  const groups = new Map<string, { readonly parameter: string; readonly text: string; readonly channels: string[] }>()
  for (const { parameter, channel, value, unit } of values) {
    const text = valueWithUnit(value, unit)
    const group = groups.get(`${parameter} ${text}`) ?? { parameter, text, channels: [] }
    groups.set(`${parameter} ${text}`, group)
    if (channel !== null) group.channels.push(channel)
  }
  return [...groups.values()].map(({ parameter, text, channels }) => {
    const where = channels.length > MAX_NAMED ? `at ${channels.length} channels` : channels.join(', ')
    return `${parameterText(parameter, where || null)}: ${text}`
  })
}

/** Where there are more channels, their number is given instead. */
const MAX_NAMED = 6

/** Value and label of each role, for a choice. */
export const ROLE_CHOICES = InstrumentRole.options.map(role => [role, role.replaceAll('_', ' ')] as const)

/** Whether the needs of runs may differ after the event: a precondition, the lab profile or the value of an output changed. */
export const changesNeeds = (event: InstrumentEvent): boolean =>
  event.type === 'precondition' ||
  event.type === 'lab' ||
  (event.type === 'experiment' && ['set', 'console', 'safe_state', 'state'].includes(event.entry.event))
