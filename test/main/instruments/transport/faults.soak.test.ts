/** The whole fault script against every driver with a serial port, through the real `serialport`. */
import { describe, expect, it } from 'vitest'
import { connectInstrument } from '../../../../main/instruments/drivers/instrument'
import { createCommandLog } from '../../../../main/instruments/exchange/command-log'
import { isFault } from '../../../../main/instruments/model/fault'
import { openSerial } from '../../../../main/instruments/transport/serial'
import type { LineFault } from '../../../../main/twins/faults/line-fault'
import { withFaults } from '../../../../main/twins/faults/with-faults'
import { faultsOf, named } from '../fault-script'
import { driverOf, type Instrument as Row, TABLE, TWIN } from '../table'
import { hasSocat, openPty } from './pty'

const rows = TABLE.filter(({ driver, setting }) => setting !== null && driverOf(driver).transport.serial !== undefined)
/** A pty answers within milliseconds; a loaded computer needs some more. */
const TIMING = { write_ms: 2_000, first_byte_ms: 400, between_bytes_ms: 200, exchange_ms: 4_000, quiet_ms: 40 }

async function connected(row: Row) {
  const twin = withFaults(row.twin({ ...TWIN, minimumGapMs: 0 }), { seed: 7, clock: TWIN.clock })
  const pty = await openPty(twin)
  const driver = driverOf(row.driver)
  const transport = await openSerial(pty.path, driver.transport.serial!, pty.folder)
  const timed = { ...driver, timing: { ...driver.timing, ...TIMING, gap_ms: 0 } }
  const instrument = await connectInstrument({ id: row.driver, driver: timed, transport, log: createCommandLog() })
  return { instrument, twin, pty }
}

/** The value that was read or set, or the name of the fault. */
async function outcomeOf(row: Row, fault: LineFault): Promise<readonly unknown[]> {
  const { parameter, channel = null, values } = row.setting!
  const { instrument, twin, pty } = await connected(row)
  try {
    await instrument.set(parameter, values[0], { channel })
    const codeOf = (error: unknown) => {
      if (isFault(error)) return 'a named fault'
      throw error
    }
    // A twin behind a socket cannot take the port away with it: it falls silent.
    twin.inject(fault)
    const read = await instrument.read(parameter, { channel }).then(({ value }) => value, codeOf)
    if (instrument.failure === null) twin.inject(fault)
    const set = await instrument.set(parameter, values[1], { channel }).then(({ read_back }) => read_back, codeOf)
    return [read, set, instrument.queued]
  } finally {
    await instrument.close()
    await pty.close()
  }
}

const isNear = (value: unknown, wanted: unknown) =>
  typeof wanted === 'number' ? Math.abs(Number(value) - wanted) < 1e-3 * Math.abs(wanted) + 1e-6 : value === wanted

describe.skipIf(!hasSocat).each(rows.map(row => [row.driver, row] as const))('%s over a pty', (_, row) => {
  // They wait for time limits nearly all the time.
  it.concurrent.each(faultsOf(row).map(fault => [named(fault), fault] as const))(
    'under the fault %s reads and sets the right value, or names a fault',
    async (_, fault) => {
      const [read, set, queued] = await outcomeOf(row, fault)
      const [before, after] = row.setting!.values
      expect(read === 'a named fault' || isNear(read, before) ? 'right' : read).toBe('right')
      expect(set === 'a named fault' || isNear(set, after) ? 'right' : set).toBe('right')
      expect(queued).toBe(0)
    },
  )
})
