import { describe, expect, it } from 'vitest'
import { driverCodecOf } from '../../../../main/instruments/drivers/commands'
import { connectInstrument } from '../../../../main/instruments/drivers/instrument'
import { forModel } from '../../../../main/instruments/drivers/parameter-spec'
import { dialogueByHand } from '../../../../main/instruments/drivers/raw-link'
import { changedSettings, driverHash, snapshotHash } from '../../../../main/instruments/drivers/snapshot'
import { createCommandLog } from '../../../../main/instruments/exchange/command-log'
import { asBytes, textOf } from '../../../../main/instruments/model/bytes'
import { openTwin } from '../../../../main/instruments/transport/twin'
import { createTpg366Twin } from '../../../../main/twins/cryostat/tpg366'
import type { TwinOptions } from '../../../../main/twins/model/byte-twin'
import { createQdac2Twin } from '../../../../main/twins/sources/qdac2'
import { connect, hurried } from '../connected'
import { driverOf, TABLE, TWIN } from '../table'

const rowOf = (driver: string) => TABLE.find(row => row.driver === driver)!
const CAUSE = { actor: 'ana', work: null }

describe('an instrument', () => {
  it.each(TABLE.map(row => [row.driver, row] as const))('%s changes no output when it is connected', async (_, row) => {
    if (!row.setting) return
    const { parameter, channel = null, values } = row.setting
    const first = await connect(row)
    await first.instrument.set(parameter, values[0], { channel })
    const before = await first.instrument.read(parameter, { channel })
    const transport = openTwin(first.twin, {
      path: 'twin:again',
      reportBytes: first.instrument.driver.transport.hid?.report_bytes ?? null,
    })
    const again = await connectInstrument({
      id: 'again',
      driver: first.instrument.driver,
      transport,
      log: createCommandLog(),
    })
    expect((await again.read(parameter, { channel })).value).toBe(before.value)
    await again.close()
  })

  it('logs every change with who made it, what was, what was requested and what is read back', async () => {
    const { instrument, log } = await connect(rowOf('qdevil-qdac2'))
    await instrument.set('voltage', 0.25, { channel: '3', cause: CAUSE })
    await instrument.set('voltage', 11, { channel: '3', cause: CAUSE }).catch(() => {})
    const notes = log.search({ direction: 'note', text: 'set voltage 3' }, 10)
    expect(notes.map(({ text, outcome, cause }) => [text, outcome, cause])).toEqual([
      ['set voltage 3: 0 → 0.25, reads 0.25', 'ok', CAUSE],
      ['set voltage 3: → 11: qdevil-qdac2: voltage takes -10 to 10 V, not 11', 'value_out_of_range', CAUSE],
    ])
    await instrument.close()
  })

  it.each(['constructor', '__proto__', 'toString', 'hasOwnProperty'])(
    'refuses %s, which every object has, as a parameter that it does not have, and logs that',
    async name => {
      const { instrument, log } = await connect(rowOf('qdevil-qdac2'))
      const refused = { fault: 'unknown_parameter' }
      await expect(instrument.set(name, 1, { cause: CAUSE })).rejects.toMatchObject(refused)
      await expect(instrument.read(name)).rejects.toMatchObject(refused)
      // A report that throws would reject unheard, and end the service.
      const [note] = log.search({ direction: 'note', text: `set ${name}` }, 10)
      expect(note).toMatchObject({ outcome: 'unknown_parameter', cause: CAUSE })
      await instrument.close()
    },
  )

  it('takes answers with blanks around them', async () => {
    const row = rowOf('srs-dc205')
    const padded = (options: TwinOptions) => {
      const twin = row.twin(options)
      const pad = (bytes: Uint8Array) =>
        Buffer.from(` ${Buffer.from(bytes).toString('latin1').trimEnd()}\t\r\n`, 'latin1')
      return { ...twin, onSend: (listener: (bytes: Uint8Array) => void) => twin.onSend(bytes => listener(pad(bytes))) }
    }
    const { instrument } = await connect({ ...row, twin: padded })
    expect(instrument.identity.serial_number).toBe('00142')
    expect((await instrument.set('voltage', -0.25)).read_back).toBe(-0.25)
    await instrument.close()
  })

  it('that has no blocks says in the console what looks like one as the line that it is', async () => {
    const row = rowOf('srs-dc205')
    const noting = (options: TwinOptions) => {
      const twin = row.twin(options)
      const noted = (bytes: Uint8Array) =>
        Buffer.from(Buffer.from(bytes).toString('latin1').replace('0.000000', '#15 ready'), 'latin1')
      return {
        ...twin,
        onSend: (listener: (bytes: Uint8Array) => void) => twin.onSend(bytes => listener(noted(bytes))),
      }
    }
    const { instrument } = await connect({ ...row, twin: noting })
    expect(await instrument.console('VOLT?', CAUSE)).toBe('#15 ready')
    await instrument.close()
  })

  it.each([
    ['srs-dc205', false],
    ['windfreak-synthhd', false],
    ['srs-sim928', true],
    ['qdevil-qdac2', true],
    ['pentad-sequencer', true],
  ])('%s has a block taken for one in the console: %s', (driver, isBlock) => {
    const dialogue = dialogueByHand(
      { codec: driverCodecOf(driverOf(driver)), settle: undefined, answersAll: false },
      'ANY?',
    )
    dialogue.next()
    const reading = dialogue.next().value
    if (reading === null || typeof reading !== 'object' || !('read' in reading)) throw new Error('nothing is read')
    const frame = reading.read.push(asBytes('#15ready\n'))?.frame
    expect(frame && textOf(frame)).toBe(isBlock ? 'ready' : '#15ready')
  })

  it('blames a question that was not answered for the errors it left, and nothing that follows', async () => {
    const { instrument } = await connect(rowOf('srs-dc205'))
    await expect(instrument.console('NONSENSE?', CAUSE)).rejects.toMatchObject({
      fault: 'refused',
      message: 'srs-dc205: NONSENSE?: 2 (undefined command)',
    })
    expect((await instrument.set('voltage', 0.5)).read_back).toBe(0.5)
    expect(await instrument.console('VOLT?', CAUSE)).toBe('0.500000')
    await instrument.close()
  })

  it('passes on what the instrument itself refuses, in its own words', async () => {
    const { instrument } = await connect(rowOf('qdevil-qdac2'))
    await instrument.set('range', 'low', { channel: '1' })
    await expect(instrument.set('voltage', 5, { channel: '1' })).rejects.toMatchObject({
      fault: 'refused',
      message: 'qdevil-qdac2: set voltage to 5: -222, "Data out of range"',
    })
    await expect(instrument.console('nonsense', CAUSE)).rejects.toMatchObject({
      fault: 'refused',
      message: /Undefined header/,
    })
    await instrument.close()
    const gauge = await connect(rowOf('pfeiffer-tpg36x'))
    await expect(gauge.instrument.console('FOL', CAUSE)).rejects.toMatchObject({
      fault: 'refused',
      message: /error word 0001/,
    })
    await gauge.instrument.close()
  })

  it('reads no pressure in a unit that is not the one of its driver file', async () => {
    const { instrument } = await connect(rowOf('pfeiffer-tpg36x'))
    await instrument.set('unit', 'torr')
    await expect(instrument.read('pressure', { channel: '1' })).rejects.toMatchObject({
      fault: 'refused',
      message: /another unit than mbar/,
    })
    await instrument.set('unit', 'hectopascal')
    expect(await instrument.read('pressure', { channel: '1' })).toMatchObject({ status: 'ok' })
    await instrument.close()
  })

  it('takes the range, and a safe value inside it, of the model that answers', () => {
    const driver = driverOf('minicircuits-attenuator')
    const rangeOf = (model: string) => {
      const { value, safe } = forModel(driver, model).parameters.attenuation!
      return [value, safe?.value]
    }
    expect(rangeOf('RUDAT-6000-30')).toMatchObject([{ range: [0, 30] }, 30])
    expect(rangeOf('RCDAT-6000-110')).toMatchObject([{ range: [0, 110] }, 63])
    expect(rangeOf('RCDAT-unheard-of')).toMatchObject([{ range: [0, 63] }, 63])
  })

  it('leaves an instrument alone while it starts again', async () => {
    const row = { ...rowOf('qdevil-qdac2'), twin: () => createQdac2Twin({ ...TWIN, resetMs: 200 }) }
    const driver = hurried(driverOf(row.driver))
    const timing = { ...driver.timing, settle: [{ command: '^\\*rst$', ms: 400 }] }
    const { instrument } = await connect(row, { driver: { ...driver, timing } })
    await instrument.set('voltage', 0.25, { channel: '1' })
    expect(await instrument.console('*rst', CAUSE)).toBeNull()
    expect((await instrument.read('voltage', { channel: '1' })).value).toBe(0)
    await instrument.close()
    expect(driverOf(row.driver).timing.settle).toMatchObject([{ ms: 5_000 }])
  })

  it('has the channels of the model that answers', () => {
    const { temperature, setpoint } = forModel(driverOf('lakeshore-336'), 'MODEL335').parameters
    expect([temperature!.channels, setpoint!.channels]).toEqual([
      ['A', 'B'],
      ['1', '2'],
    ])
    expect(forModel(driverOf('lakeshore-336'), 'MODEL336').parameters.temperature!.channels).toHaveLength(4)
    const gauges = (model: string) => forModel(driverOf('pfeiffer-tpg36x'), model).parameters.pressure!.channels
    expect([gauges('TPG361'), gauges('TPG 362'), gauges('TPG366')?.length]).toEqual([['1'], ['1', '2'], 6])
    const switches = (model: string) => forModel(driverOf('minicircuits-spdt'), model).parameters
    expect(switches('RC-4SPDT-A26').position!.channels).toEqual(['A', 'B', 'C', 'D'])
    expect(switches('USB-2SPDT-A18').positions!.value).toMatchObject({ range: [0, 3] })
    expect(switches('USB-8SPDT-A18').position!.channels).toHaveLength(8)
  })

  it('of reports takes text by hand where its model knows text, and refuses it where it does not', async () => {
    const { instrument } = await connect(rowOf('minicircuits-attenuator'))
    expect(await instrument.console(':SETATT=12.75', CAUSE)).toBe('1')
    expect(await instrument.console('12', CAUSE)).toBe('12 0c 03, then 61 bytes 00')
    await expect(instrument.console(':'.repeat(64), CAUSE)).rejects.toMatchObject({ message: /at most 63 characters/ })
    await instrument.close()
    const vaunix = await connect(rowOf('vaunix-lda'))
    await expect(vaunix.instrument.console('ATT?', CAUSE)).rejects.toMatchObject({ message: /hexadecimal digits/ })
    for (let query = 0; query < 6; query += 1)
      expect(await vaunix.instrument.console('0d 01', CAUSE), 'not the status reports before it').toBe(
        '0d 01 00 00 00 00 00 00',
      )
    await vaunix.instrument.close()
  })

  it('that sends its status unrequested is read, set and brought back into step meanwhile', async () => {
    const row = rowOf('vaunix-lda')
    const twin = row.twin(TWIN)
    const status = Uint8Array.of(0x0e, 6, 0, 0, 0, 0, 0, 0)
    let [report, unanswered] = [(_: Uint8Array) => {}, 0]
    const peer = {
      receive: twin.receive,
      onSend(listener: (bytes: Uint8Array) => void) {
        report = listener
        twin.onSend(report => {
          if (report[0] !== 0x0d || unanswered-- <= 0) listener(report)
          listener(status)
        })
      },
      close: twin.close,
    }
    const timer = setInterval(() => report(status), 5)
    const log = createCommandLog()
    const driver = {
      ...hurried(driverOf(row.driver)),
      timing: { ...hurried(driverOf(row.driver)).timing, quiet_ms: 40 },
    }
    const transport = openTwin(peer, { path: 'twin:lda', reportBytes: 8 })
    const instrument = await connectInstrument({ id: 'lda', driver, transport, log, usbSerialNumber: '11452' })
    for (const value of [10.25, 3, 63]) {
      expect((await instrument.set('attenuation', value)).read_back).toBe(value)
      expect((await instrument.read('attenuation')).value).toBe(value)
    }
    expect(log.search({ text: '\\x0e' }, 1)).toMatchObject([{ direction: 'received', outcome: null }])
    const faults = () => new Set(log.search({}, 10_000).flatMap(({ outcome }) => outcome ?? []))
    expect(faults()).toEqual(new Set(['ok']))
    unanswered = 1
    expect((await instrument.read('attenuation')).value).toBe(63)
    expect(faults()).not.toContain('reply_unexpected')
    clearInterval(timer)
    await instrument.close()
  })

  it('keeps sets from different callers apart', async () => {
    const { instrument } = await connect(rowOf('srs-dc205'))
    const values = [0.1, 0.2, 0.3, 0.4, 0.5]
    const results = await Promise.all(values.map(value => instrument.set('voltage', value)))
    expect(results.map(({ old, read_back }) => [old, read_back])).toEqual([
      [0, 0.1],
      [0.1, 0.2],
      [0.2, 0.3],
      [0.3, 0.4],
      [0.4, 0.5],
    ])
    await instrument.close()
  })

  it('stops a gauge that streams unasked, and reads it', async () => {
    const row = { ...rowOf('pfeiffer-tpg36x'), twin: () => createTpg366Twin({ ...TWIN, streaming: true }) }
    const { instrument } = await connect(row)
    await new Promise(resolve => setTimeout(resolve, 50))
    expect(await instrument.read('pressure', { channel: '1' })).toMatchObject({ status: 'ok', unit: 'mbar' })
    expect(await instrument.read('pressure', { channel: '5' })).toMatchObject({ status: 'no_sensor', value: null })
    await instrument.close()
  })

  it('has a snapshot whose hash is that of its settings, and names those that changed', async () => {
    const { instrument } = await connect(rowOf('srs-dc205'))
    const before = await instrument.snapshot()
    const again = await instrument.snapshot()
    const { driver } = instrument
    expect(snapshotHash(driver, again)).toBe(snapshotHash(driver, before))
    await instrument.set('voltage', 0.5)
    const after = await instrument.snapshot()
    expect(snapshotHash(driver, after)).not.toBe(snapshotHash(driver, before))
    expect(changedSettings(driver, before, after)).toMatchObject([{ parameter: 'voltage', value: 0.5 }])
    await instrument.close()
  })

  it('is named in records by a hash of its driver, which does not depend on how the file is written', () => {
    const driver = driverOf('srs-dc205')
    const { parameters, ...rest } = driver
    expect(driverHash({ parameters, ...rest })).toBe(driverHash(driver))
    expect(driverHash(hurried(driver))).not.toBe(driverHash(driver))
  })
})
