/** What may go wrong on the line of a twin: names and fields of the fault panel. */
import type { TwinFault } from '../../../../main/contract/instruments/twin-faults'

/** `replug`: unplugged, and another one of its kind comes back in its place. */
type InstrumentFaultKind = TwinFault['kind'] | 'replug'

interface FaultField {
  readonly name: 'ms' | 'bytes' | 'reply' | 'text' | 'by' | 'returns_after_ms' | 'serial_number'
  readonly label: string
  readonly start: string
  readonly unit: 'ms' | 'bytes' | null
}

interface FaultWords {
  readonly text: string
  readonly field?: FaultField
}

const bytes = (start: string): FaultField => ({ name: 'bytes', label: 'Bytes', start, unit: 'bytes' })

export const FAULT_KINDS: Readonly<Record<InstrumentFaultKind, FaultWords>> = {
  delay: { text: 'The reply is late', field: { name: 'ms', label: 'Delay, ms', start: '2000', unit: 'ms' } },
  drop: { text: 'The reply does not come' },
  duplicate: { text: 'The reply comes twice' },
  truncate: { text: 'The reply ends in the middle and the port is gone', field: bytes('3') },
  garbage: { text: 'Noise comes before the reply', field: bytes('8') },
  split: { text: 'Every byte comes by itself' },
  wrong_echo: { text: 'The echo is of another command' },
  nak: {
    text: 'It answers that it does not understand',
    field: { name: 'reply', label: 'Reply', start: 'ERROR', unit: null },
  },
  busy: { text: 'It answers that it is busy', field: { name: 'reply', label: 'Reply', start: 'BUSY', unit: null } },
  stale: { text: 'The previous reply comes again instead' },
  unsolicited: { text: 'It talks unasked', field: { name: 'text', label: 'Text', start: '+1.0000', unit: null } },
  ignore_set: { text: 'The next set is ignored without a word' },
  clamp_set: { text: 'The next set is clamped' },
  block_length: {
    text: 'A block states a wrong length',
    field: { name: 'by', label: 'Bytes too many (below 0: too few)', start: '4', unit: 'bytes' },
  },
  unplug: {
    text: 'It is unplugged, and comes back after this time',
    field: { name: 'returns_after_ms', label: 'Away, ms (empty: until the faults are cleared)', start: '', unit: 'ms' },
  },
  replug: {
    text: 'Another of its kind comes in its place a second later',
    field: { name: 'serial_number', label: 'Its serial number', start: '999', unit: null },
  },
}

export const FAULT_NAMES = Object.keys(FAULT_KINDS) as InstrumentFaultKind[]

/** The fault to send, from the field as typed; the service checks it. */
export function enteredFault(kind: InstrumentFaultKind, typed: string): TwinFault {
  const { field } = FAULT_KINDS[kind]
  const own = kind === 'stale' ? { instead: true } : {}
  if (field === undefined) return { kind, ...own } as TwinFault
  const isText = field.name === 'reply' || field.name === 'text'
  if (kind === 'replug') return { kind: 'unplug', bytes: 0, returns_after_ms: 1_000, serial_number: typed.trim() }
  if (kind === 'unplug' && typed.trim() === '') return { kind, bytes: 0, returns_after_ms: null, serial_number: null }
  return { kind, [field.name]: isText ? typed : Number(typed) } as TwinFault
}

/** `The reply is late (2000 ms)`. */
export function twinFaultText(fault: TwinFault): string {
  const isAnother = fault.kind === 'unplug' && fault.serial_number !== null && fault.serial_number !== undefined
  const { text, field } = FAULT_KINDS[isAnother ? 'replug' : fault.kind]
  const value = field && (fault as unknown as Record<string, unknown>)[field.name]
  if (!field || value === undefined || value === null) return text
  return `${text} (${field.unit === null ? JSON.stringify(value) : `${value} ${field.unit}`})`
}
