/** A driver connected to its twin with faults in between, with limits that suit a line in memory. */
import { connectInstrument, type Instrument } from '../../../main/instruments/drivers/instrument'
import type { DriverFile } from '../../../main/instruments/drivers/schema'
import { type CommandLog, createCommandLog } from '../../../main/instruments/exchange/command-log'
import { openTwin } from '../../../main/instruments/transport/twin'
import { type FaultyTwin, withFaults } from '../../../main/twins/faults/with-faults'
import { driverOf, type Instrument as Row, TWIN } from './table'

/** The same driver, as fast as memory: pauses that instruments need are the drivers' own and tested elsewhere. */
export const hurried = (driver: DriverFile): DriverFile => ({
  ...(JSON.parse(JSON.stringify(driver).replaceAll('"pause_ms":100', '"pause_ms":25')) as DriverFile),
  timing: { write_ms: 300, first_byte_ms: 60, between_bytes_ms: 40, exchange_ms: 1_500, gap_ms: 0, quiet_ms: 15 },
})

export interface Connected {
  readonly instrument: Instrument
  readonly twin: FaultyTwin
  readonly log: CommandLog
}

export async function connect(row: Row, { seed = 7, driver = hurried(driverOf(row.driver)) } = {}): Promise<Connected> {
  const twin = withFaults(row.twin({ ...TWIN, seed, ...NO_GAP }), { seed, clock: TWIN.clock })
  const log = createCommandLog()
  const transport = openTwin(twin, {
    path: `twin:${row.driver}`,
    reportBytes: driver.transport.hid?.report_bytes ?? null,
  })
  const instrument = await connectInstrument({ id: row.driver, driver, transport, log, usbSerialNumber: 'USB-1' })
  return { instrument, twin, log }
}

/** Lake Shore's twin loses what comes too fast; here nothing waits. */
const NO_GAP = { minimumGapMs: 0 }
