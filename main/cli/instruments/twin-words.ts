/** Faults of twins as words on a command line: `drop`, `delay 200`, `stale instead`. */
import { closestName, UsageError } from '../../config/options.mjs'
import type { TwinFaultScript } from '../../contract/instruments/twin-faults'

type ScriptFault = TwinFaultScript['script'][number]['fault']
/** `replug` is an unplug after which another instrument of the same kind appears a second later. */
type FaultWord = ScriptFault['kind'] | 'replug'

/** Usage of the word's argument, and the fault that the argument makes. */
const FAULTS: Readonly<Record<FaultWord, readonly [usage: string, make: (argument: string | undefined) => object]>> = {
  delay: ['MS', ms => ({ ms: figure('delay', ms) })],
  drop: ['', () => ({})],
  duplicate: ['', () => ({})],
  truncate: ['BYTES', bytes => ({ bytes: figure('truncate', bytes) })],
  garbage: ['BYTES', bytes => ({ bytes: figure('garbage', bytes) })],
  split: ['', () => ({})],
  wrong_echo: ['', () => ({})],
  nak: ['REPLY', reply => ({ reply: given('nak', reply) })],
  busy: ['REPLY', reply => ({ reply: given('busy', reply) })],
  stale: ['[instead]', instead => ({ instead: instead === 'instead' })],
  unsolicited: ['TEXT', text => ({ text: given('unsolicited', text) })],
  ignore_set: ['', () => ({})],
  clamp_set: ['', () => ({})],
  block_length: ['BY', by => ({ by: figure('block_length', by, /^-?\d{1,9}$/) })],
  unplug: [
    '[MS]',
    ms => ({ bytes: 0, returns_after_ms: ms === undefined ? null : figure('unplug', ms), serial_number: null }),
  ],
  replug: [
    'SERIAL',
    serial => ({ kind: 'unplug', bytes: 0, returns_after_ms: 1_000, serial_number: given('replug', serial) }),
  ],
}

export const FAULT_WORDS = Object.entries(FAULTS)
  .map(([kind, [usage]]) => `${kind.replaceAll('_', '-')}${usage && ` ${usage}`}`)
  .join(', ')

/**
 * Parses a fault from words; `\r` and `
 * ` in texts become control characters. Throws UsageError for an unknown fault.
 */
export function faultOf([word = '', argument, ...rest]: readonly string[]): ScriptFault {
  const kind = word.replaceAll('-', '_') as FaultWord
  const row = Object.hasOwn(FAULTS, kind) ? FAULTS[kind] : undefined
  if (!row)
    throw new UsageError(
      `There is no fault "${word}". Did you mean ${closestName(kind, Object.keys(FAULTS)).replaceAll('_', '-')}? The faults: ${FAULT_WORDS}.`,
    )
  if (rest.length > 0 || (row[0] === '' && argument !== undefined))
    throw new UsageError(`The fault ${word} takes ${row[0] === '' ? 'nothing' : row[0]} behind it.`)
  return { kind, ...row[1](argument) } as ScriptFault
}

function figure(word: string, text: string | undefined, form = /^\d{1,9}$/): number {
  if (text !== undefined && form.test(text)) return Number(text)
  throw new UsageError(`The fault ${word.replaceAll('_', '-')} needs a whole number: ${word.replaceAll('_', '-')} 100.`)
}

function given(word: string, text: string | undefined): string {
  if (text) return text.replaceAll('\\r', '\r').replaceAll('\\n', '\n')
  throw new UsageError(`The fault ${word} needs a text: ${word} "NOPE".`)
}
