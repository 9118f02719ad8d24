/** Through the real `serialport`, over ptys. */
import { afterEach, describe, expect, it } from 'vitest'
import { connectInstrument, type Instrument } from '../../../../main/instruments/drivers/instrument'
import { createCommandLog } from '../../../../main/instruments/exchange/command-log'
import { listSerial, openSerial } from '../../../../main/instruments/transport/serial'
import { withFaults } from '../../../../main/twins/faults/with-faults'
import type { ByteTwin } from '../../../../main/twins/model/byte-twin'
import { driverOf, type Instrument as Row, TABLE, TWIN } from '../table'
import { hasSocat, openPty, type Pty } from './pty'

const LINE = { baud: 115_200, data_bits: 8, parity: 'none', stop_bits: 1, rtscts: false, xonxoff: false } as const
const open: { close(): Promise<void> }[] = []
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close()
})

async function plugIn(twin: ByteTwin): Promise<Pty> {
  const pty = await openPty(twin)
  open.push(pty)
  return pty
}

async function connected(row: Row, pty: Pty): Promise<Instrument> {
  const driver = driverOf(row.driver)
  const transport = await openSerial(pty.path, driver.transport.serial!, pty.folder)
  const log = createCommandLog()
  const instrument = await connectInstrument({ id: row.driver, driver, transport, log, usbSerialNumber: 'USB-1' })
  open.push(instrument)
  return instrument
}

const serialRows = TABLE.filter(row => driverOf(row.driver).transport.serial !== undefined)
const rowOf = (driver: string) => TABLE.find(row => row.driver === driver)!

describe.skipIf(!hasSocat)('serial over a pty', () => {
  it.each(serialRows.map(row => [row.driver, row] as const))('%s is queried, set and read back', async (_, row) => {
    const instrument = await connected(row, await plugIn(row.twin(TWIN)))
    expect(instrument.connection).toMatchObject({ kind: 'serial', simulated: false })
    if (!row.setting) return expect((await instrument.read('bytes')).value).toMatch(/^[0-9a-f]{128}$/)
    const { parameter, channel = null, values } = row.setting
    for (const value of values) {
      const { read_back } = await instrument.set(parameter, value, { channel })
      if (typeof value === 'number') expect(read_back).toBeCloseTo(value, 3)
      else expect(read_back).toBe(value)
    }
  })

  it('passes every byte as it is, in both directions', async () => {
    const listeners: ((bytes: Uint8Array) => void)[] = []
    const mirror: ByteTwin = {
      receive: bytes => {
        for (const listener of listeners) listener(bytes)
      },
      onSend: listener => void listeners.push(listener),
      close() {},
    }
    const pty = await plugIn(mirror)
    const transport = await openSerial(pty.path, LINE, pty.folder)
    open.push(transport)
    const back: number[] = []
    transport.onData(bytes => back.push(...bytes))
    const all = Uint8Array.from({ length: 256 }, (_, byte) => byte)
    await transport.write(all)
    await expect.poll(() => back).toEqual([...all])
  })

  it('an idle port that is unplugged closes once, as unplugged', async () => {
    const pty = await plugIn(rowOf('srs-dc205').twin(TWIN))
    const transport = await openSerial(pty.path, LINE, pty.folder)
    const causes: unknown[] = []
    transport.onClose(cause => causes.push(cause?.fault ?? null))
    await pty.unplug()
    await expect.poll(() => causes).toEqual(['unplugged'])
    await expect(transport.write(Uint8Array.of(1))).rejects.toMatchObject({ fault: 'unplugged' })
    await transport.close()
    expect(causes).toEqual(['unplugged'])
  })

  it('a port that is unplugged while bytes go out rejects what is under way and closes once', async () => {
    const pty = await plugIn(rowOf('qdevil-qdac2').twin(TWIN))
    const transport = await openSerial(pty.path, LINE, pty.folder)
    const causes: unknown[] = []
    transport.onClose(cause => causes.push(cause?.fault ?? null))
    pty.mute()
    const writes = Array.from({ length: 40 }, () => transport.write(new Uint8Array(16_384)))
    const outcomes = Promise.allSettled(writes)
    await pty.unplug()
    const failed = (await outcomes).filter(({ status }) => status === 'rejected')
    expect(failed.length).toBeGreaterThan(0)
    for (const one of failed) expect((one as PromiseRejectedResult).reason).toMatchObject({ fault: 'unplugged' })
    expect(causes).toEqual(['unplugged'])
  })

  it('a peer that dies while the port stays shows as a timeout, then as an instrument that is lost', async () => {
    const pty = await plugIn(rowOf('srs-dc205').twin(TWIN))
    const instrument = await connected(rowOf('srs-dc205'), pty)
    pty.mute()
    await expect(instrument.read('voltage')).rejects.toMatchObject({ fault: 'resync_failed' })
    expect(instrument.failure?.fault).toBe('resync_failed')
  })

  it('a late reply does not answer the next question', async () => {
    const row = rowOf('srs-dc205')
    const twin = withFaults(row.twin(TWIN), { seed: 1, clock: TWIN.clock })
    const instrument = await connected(row, await plugIn(twin))
    await instrument.set('voltage', 0.25)
    twin.inject({ kind: 'delay', ms: 1_150 })
    expect((await instrument.read('range')).value).toBe('one_volt')
    expect((await instrument.read('voltage')).value).toBe(0.25)
  })

  it('is opened by one program at a time', async () => {
    const pty = await plugIn(rowOf('srs-dc205').twin(TWIN))
    const transport = await openSerial(pty.path, LINE, pty.folder)
    await expect(openSerial(pty.path, LINE, pty.folder)).rejects.toMatchObject({ fault: 'port_busy' })
    await transport.close()
    open.push(await openSerial(pty.path, LINE, pty.folder))
  })

  it('takes a program of a mebibyte with less than a second of computing, and blocks nobody meanwhile', async () => {
    let received = 0
    const sink: ByteTwin = {
      receive(bytes) {
        received += bytes.length
      },
      onSend() {},
      close() {},
    }
    const pty = await plugIn(sink)
    const transport = await openSerial(pty.path, { ...LINE, baud: 921_600 }, pty.folder)
    open.push(transport)
    // Processor time: what other programs take of a busy machine is nobody's block. The bench measures the clock's.
    const computed_ms = (since?: NodeJS.CpuUsage) => {
      const { user, system } = process.cpuUsage(since)
      return (user + system) / 1_000
    }
    const started = process.cpuUsage()
    let [longest, last] = [0, computed_ms()]
    const pulse = setInterval(() => {
      const now = computed_ms()
      longest = Math.max(longest, now - last)
      last = now
    }, 1)
    const program = new Uint8Array(2 ** 20)
    for (let at = 0; at < program.length; at += transport.chunkBytes)
      await transport.write(program.subarray(at, at + transport.chunkBytes))
    const took = computed_ms(started)
    clearInterval(pulse)
    await expect.poll(() => received).toBe(program.length)
    expect(took).toBeLessThan(1_000)
    // Far more than a slow write, since other threads of the process count too.
    expect(longest).toBeLessThan(100)
  })
})

describe('serial ports', () => {
  it('that are not there are named', async () => {
    await expect(openSerial('/dev/ttyNOWHERE9', LINE, '/tmp/pentad-locks')).rejects.toMatchObject({
      fault: 'port_missing',
    })
  })

  it('are listed, or the list says what is missing', async () => {
    try {
      expect(Array.isArray(await listSerial())).toBe(true)
    } catch (error) {
      expect(error).toMatchObject({ fault: 'library_missing' })
    }
  })
})
