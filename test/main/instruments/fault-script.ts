import type { LineFault } from '../../../main/twins/faults/line-fault'
import { driverOf, type Instrument as Row, TWIN } from './table'

/** Every fault that a script can inject, with the parameters that suit this instrument. */
export function faultsOf(row: Row): LineFault[] {
  const isReport = row.driver.startsWith('mini') || row.driver.startsWith('vaunix')
  return [
    { kind: 'delay', ms: 30 },
    { kind: 'delay', ms: 120 },
    { kind: 'drop' },
    { kind: 'duplicate' },
    { kind: 'garbage', bytes: 1 },
    { kind: 'garbage', bytes: 7 },
    ...(isReport ? [] : [{ kind: 'split' } as const]),
    { kind: 'wrong_echo' },
    { kind: 'stale', instead: true },
    { kind: 'stale', instead: false },
    { kind: 'unsolicited', text: '7.25\r\n' },
    { kind: 'nak', reply: row.refusal ?? '?\r\n' },
    { kind: 'busy', reply: 'BUSY\r\n' },
    { kind: 'block_length', by: 1 },
    { kind: 'block_length', by: -1 },
    { kind: 'truncate', bytes: 1 },
    { kind: 'unplug', bytes: 3 },
    // Without an identity query only the USB identity distinguishes two instruments, and that changes with the port.
    ...(driverOf(row.driver).identity === 'usb'
      ? []
      : [{ kind: 'replug', by: row.twin({ ...TWIN, serialNumber: '99999' }) } as const]),
  ]
}
export const named = (fault: LineFault) =>
  Object.values(fault)
    .filter(part => typeof part !== 'object')
    .join(' ')
    .trim()
