/** Every driver under every fault that lasts: which fault is named, with a remedy, and that the driver recovers by itself. */
import { describe, expect, it } from 'vitest'
import { type FaultCode, isFault } from '../../../main/instruments/model/fault'
import type { InstrumentValue } from '../../../main/instruments/model/request'
import { connect } from './connected'
import { connectFaulty, LASTING_FAULTS, type LastingFault, type LastingFaultName } from './lasting-faults'
import { driverOf, type Instrument as Row, TABLE } from './table'

/** How a reply is framed decides as which fault a damaged one is reported. */
type Answers = 'line' | 'mnemonic' | 'block' | 'report' | 'skipped reports' | 'raw bytes'

const answersOf = ({ driver }: Row): Answers => {
  const { framing, parameters } = driverOf(driver)
  if (framing.kind === 'report') return framing.skip_reports > 0 ? 'skipped reports' : 'report'
  if (framing.kind === 'fixed') return 'raw bytes'
  if (framing.kind === 'enq-ack') return 'mnemonic'
  return Object.values(parameters).some(({ reply }) => typeof reply === 'object' && 'block' in reply) ? 'block' : 'line'
}

const MALFORMED = (report: FaultCode) => ({
  line: 'reply_malformed',
  mnemonic: 'reply_malformed',
  block: 'reply_malformed',
  'raw bytes': 'reply_malformed',
  report,
})
const ALL = <T extends string>(fault: T) => ({
  line: fault,
  mnemonic: fault,
  block: fault,
  'raw bytes': fault,
  report: fault,
})

/** Several codes where an attenuator also sends status reports unasked: which arrives first decides the code. */
const EXPECTED: Record<LastingFaultName, Record<Answers, string | readonly string[]>> = {
  'is left out': { ...ALL('first_byte_timeout'), 'skipped reports': 'first_byte_timeout' },
  'stops half-way': {
    ...ALL('between_bytes_timeout'),
    'skipped reports': ['first_byte_timeout', 'between_bytes_timeout', 'reply_unexpected', 'echo_mismatch'],
  },
  'ends with the port': { ...ALL('unplugged'), 'skipped reports': 'unplugged' },
  'is nonsense': { ...MALFORMED('echo_mismatch'), 'skipped reports': 'first_byte_timeout' },
  'is bytes that no text has': { ...MALFORMED('echo_mismatch'), 'skipped reports': 'first_byte_timeout' },
  // Without a line end a reply is incomplete.
  'is NULs': {
    line: 'between_bytes_timeout',
    mnemonic: 'between_bytes_timeout',
    block: 'reply_malformed',
    'raw bytes': 'reply_malformed',
    report: 'echo_mismatch',
    'skipped reports': 'first_byte_timeout',
  },
  'comes twice': { ...MALFORMED('echo_mismatch'), 'skipped reports': 'reply_unexpected' },
  'comes behind another one': { ...MALFORMED('echo_mismatch'), 'skipped reports': 'the value' },
  'never ends': {
    line: 'reply_too_long',
    mnemonic: 'reply_too_long',
    block: 'reply_malformed',
    'raw bytes': 'reply_malformed',
    report: 'echo_mismatch',
    'skipped reports': ['echo_mismatch', 'between_bytes_timeout', 'reply_unexpected'],
  },
  // Recognized only as a whole line; inside a block, a report or an acknowledgement it is malformed.
  'says that it is busy': {
    line: 'busy',
    mnemonic: 'reply_malformed',
    block: 'reply_malformed',
    'raw bytes': 'reply_malformed',
    report: 'between_bytes_timeout',
    'skipped reports': ['between_bytes_timeout', 'first_byte_timeout', 'echo_mismatch', 'reply_unexpected'],
  },
}

const settable = TABLE.filter(({ setting }) => setting !== null).map(row => [row.driver, row] as const)
const near = (one: InstrumentValue | null, other: InstrumentValue) =>
  typeof one === 'number' && typeof other === 'number' ? Math.abs(one - other) < 1e-3 * Math.abs(other) : one === other

/** The fault code, after checking that the fault names the instrument and a remedy; or whether the value is the one set. */
const outcomeOf = (queried: Promise<InstrumentValue | null>, wanted: InstrumentValue, where: string): Promise<string> =>
  queried.then(
    value => (near(value, wanted) ? 'the value' : `the wrong value ${value}`),
    (error: unknown) => {
      if (!isFault(error)) throw error
      // A fault of the port names the port instead of the instrument.
      expect([where, `twin:${where}`]).toContain(error.where)
      expect(error.message).toMatch(new RegExp(`^${error.where}: .{8}`))
      expect(error.remedy).toMatch(/\S \S/)
      return error.fault
    },
  )

describe.each(settable)('%s', (id, row) => {
  const { parameter, channel = null, values } = row.setting!

  it.concurrent.each(Object.keys(LASTING_FAULTS) as LastingFaultName[])(
    'names the fault where an answer %s, and recovers',
    async name => {
      const isBusy = name === 'says that it is busy'
      const { instrument, inject } = await connectFaulty(row, isBusy ? { busy: '^BUSY$' } : {})
      await instrument.set(parameter, values[0], { channel })
      const expected = [EXPECTED[name][answersOf(row)]].flat()
      inject(name)
      const get = instrument.read(parameter, { channel }).then(({ value }) => value)
      expect(expected).toContain(await outcomeOf(get, values[0], id))
      // A set begins by reading the value.
      const set = instrument.set(parameter, values[1], { channel }).then(({ read_back }) => read_back)
      expect(expected).toContain(await outcomeOf(set, values[1], id))
      inject(null)
      const wanted = expected.includes('the value') ? values[1] : values[0]
      const later = instrument.read(parameter, { channel }).then(({ value }) => value)
      expect(await outcomeOf(later, wanted, id)).toBe(name === 'ends with the port' ? 'unplugged' : 'the value')
      expect(instrument.queued).toBe(0)
      await instrument.close()
    },
  )

  it('reports write_timeout where a write never completes, and closes the port', async () => {
    const { instrument, jam } = await connectFaulty(row)
    jam()
    await expect(instrument.read(parameter, { channel })).rejects.toMatchObject({ fault: 'write_timeout', where: id })
    expect(instrument.failure?.fault).toBe('write_timeout')
    await expect(instrument.read(parameter, { channel })).rejects.toMatchObject({ fault: 'write_timeout' })
    await instrument.close()
  })

  it.skipIf(driverOf(id).identity === 'usb')(
    'reports identity_mismatch where another instrument answers on its port, and closes the port',
    async () => {
      const { instrument, twin } = await connect(row)
      let now = 1e9
      twin.inject({
        kind: 'replug',
        by: row.twin({
          seed: 1,
          clock: { now: () => (now += 100), after: () => () => {} },
          serialNumber: '99999',
          minimumGapMs: 0,
        }),
      })
      await expect(instrument.read(parameter, { channel })).rejects.toMatchObject({
        fault: 'identity_mismatch',
        message: /serial number .+ expected; .*99999/,
      })
      await instrument.close()
    },
  )
})

/** For each driver with an error queue: its reply when empty, and a reply with an error, which the test repeats for ever. */
const FULL: Readonly<Record<string, readonly [RegExp, string]>> = {
  'qdevil-qdac2': [/^0, "No error"/, '-350, "Queue overflow"\n'],
  'srs-dc205': [/^0\r\n$/, '1\r\n'],
  'srs-sim928': [/^#30030\r\n\r\n$/, '#30031\r\n\r\n'],
}

describe.each(settable.filter(([id]) => driverOf(id).errors.length > 0))('%s', (id, row) => {
  it('reports a set as refused and stops reading where the error queue never empties', async () => {
    const { instrument, inject } = await connectFaulty(row)
    const { parameter, channel = null, values } = row.setting!
    await instrument.set(parameter, values[0], { channel })
    const [none, full] = FULL[id]!
    const never: LastingFault = reply => [none.test(Buffer.from(reply).toString('latin1')) ? Buffer.from(full) : reply]
    inject(never)
    await expect(instrument.set(parameter, values[1], { channel })).rejects.toMatchObject({
      fault: 'refused',
      message: expect.stringContaining(full.replace(/^#3003|\s+$/g, '')),
    })
    inject(null)
    expect(near((await instrument.read(parameter, { channel })).value, values[1])).toBe(true)
    expect(await instrument.errors()).toEqual([])
    await instrument.close()
  })
})
