/** Every driver of the program with the twin that speaks its bytes. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseDriver } from '../../../main/instruments/driver-files/load'
import type { DriverFile } from '../../../main/instruments/drivers/schema'
import type { InstrumentValue } from '../../../main/instruments/model/request'
import { createLakeShoreTwin } from '../../../main/twins/cryostat/lake-shore'
import { createLakeShore372Twin } from '../../../main/twins/cryostat/lake-shore-372'
import { createTpg366Twin } from '../../../main/twins/cryostat/tpg366'
import { createAttenuatorTwin } from '../../../main/twins/microwave/attenuator'
import { createSwitchTwin } from '../../../main/twins/microwave/switch-matrix'
import { createSynthHdTwin } from '../../../main/twins/microwave/synth-hd'
import { createVaunixLdaTwin } from '../../../main/twins/microwave/vaunix-lda'
import { type ByteTwin, systemClock, type TwinOptions } from '../../../main/twins/model/byte-twin'
import type { MisbehavingTwin } from '../../../main/twins/model/set-guard'
import { createOneRngTwin, createTrueRngTwin } from '../../../main/twins/random/true-rng'
import { createDc205Twin } from '../../../main/twins/sources/dc205'
import { createQdac2Twin } from '../../../main/twins/sources/qdac2'
import { createSim900Twin } from '../../../main/twins/sources/sim900'
import { createSpiRackTwin } from '../../../main/twins/sources/spi-rack'

export const INSTRUMENTS = join(process.cwd(), 'resources/instruments')

const drivers = new Map<string, DriverFile>()

/** Read once: hundreds of tests share each. */
export function driverOf(id: string): DriverFile {
  const known = drivers.get(id)
  if (known) return known
  const file = join(INSTRUMENTS, `${id}.json`)
  const driver = parseDriver(readFileSync(file, 'utf8'), file)
  drivers.set(id, driver)
  return driver
}

export interface Instrument {
  readonly driver: string
  twin(options: TableTwinOptions): ByteTwin & Partial<MisbehavingTwin>
  /** A setting and two values that it may have, both other than at the start. */
  readonly setting: {
    readonly parameter: string
    readonly channel?: string
    readonly values: readonly [InstrumentValue, InstrumentValue]
  } | null
  /** How it refuses and how it says that it is busy, where its framing has such a thing. */
  readonly refusal: string | null
}

const SETTING = (parameter: string, values: readonly [InstrumentValue, InstrumentValue], channel?: string) =>
  channel === undefined ? { parameter, values } : { parameter, values, channel }

export const TABLE: readonly Instrument[] = [
  {
    driver: 'minicircuits-spdt',
    twin: createSwitchTwin,
    setting: SETTING('position', [true, false], 'C'),
    refusal: null,
  },
  {
    driver: 'minicircuits-attenuator',
    twin: createAttenuatorTwin,
    setting: SETTING('attenuation', [12.75, 30]),
    refusal: null,
  },
  { driver: 'vaunix-lda', twin: createVaunixLdaTwin, setting: SETTING('attenuation', [10.25, 40]), refusal: null },
  {
    driver: 'windfreak-synthhd',
    twin: createSynthHdTwin,
    setting: SETTING('frequency', [6e9, 5.4e9], '1'),
    refusal: null,
  },
  {
    driver: 'qdevil-qdac2',
    twin: createQdac2Twin,
    setting: SETTING('voltage', [0.25, -1.5], '3'),
    refusal: '-222,"Data out of range"\n',
  },
  { driver: 'srs-dc205', twin: createDc205Twin, setting: SETTING('voltage', [0.25, -0.5]), refusal: null },
  { driver: 'srs-sim928', twin: createSim900Twin, setting: SETTING('voltage', [0.25, -1.5]), refusal: null },
  { driver: 'lakeshore-336', twin: createLakeShoreTwin, setting: SETTING('setpoint', [4.2, 10], '1'), refusal: null },
  { driver: 'lakeshore-372', twin: createLakeShore372Twin, setting: SETTING('scanned_input', [6, 2]), refusal: null },
  {
    driver: 'pfeiffer-tpg36x',
    twin: createTpg366Twin,
    setting: SETTING('unit', ['pascal', 'torr']),
    refusal: '\x15\r\n',
  },
  { driver: 'qutech-spi-rack', twin: createSpiRackTwin, setting: SETTING('voltage', [0.25, -1.5], '3'), refusal: null },
  { driver: 'moonbase-onerng', twin: createOneRngTwin, setting: null, refusal: null },
  { driver: 'ubldit-truerng', twin: createTrueRngTwin, setting: null, refusal: null },
]

/** `minimumGapMs` of those twins that ask for a pause between requests. */
type TableTwinOptions = TwinOptions & { readonly minimumGapMs?: number }

export const TWIN: TwinOptions = { seed: 7, clock: systemClock }
