/** The sequencer's host over real links: serial through `serialport` on a pty, TCP, and the twin's bytes as they are. */
import { afterEach, describe, expect, it } from 'vitest'
import { deviceFailureOf } from '../../../main/device/failures'
import { connectInstrument } from '../../../main/instruments/drivers/instrument'
import { createCommandLog } from '../../../main/instruments/exchange/command-log'
import { openSerial } from '../../../main/instruments/transport/serial'
import { openTcp } from '../../../main/instruments/transport/tcp'
import type { Transport } from '../../../main/instruments/transport/transport'
import { openTwin } from '../../../main/instruments/transport/twin'
import { type Batch, measureProgram } from '../../../main/sequencer/host/measure-program'
import type { ByteTwin } from '../../../main/twins/model/byte-twin'
import { ADDRESS, clock, compiledOf, DEMO, sha256, twinOf } from '../twins/sequencer/rig'
import { driverOf } from './table'
import { hasSocat, openPty, serveTwin } from './transport/pty'

const { program, reference } = compiledOf({ mode: 'detection', rounds: 1 })
const SMALL = { ...DEMO, bins: 100 * program.slots }
const open: { close(): unknown }[] = []
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close()
})

async function played(transport: Transport, onBatch: (batch: Batch) => void) {
  const log = createCommandLog()
  const instrument = await connectInstrument({ id: 'seq', driver: driverOf('pentad-sequencer'), transport, log })
  open.push(instrument)
  const link = instrument.link({ actor: 'ana', work: 'run-7' })
  const run = measureProgram(link, {
    program,
    reference,
    profile: SMALL,
    address: ADDRESS,
    sha256,
    clock,
    shots: 250,
    onBatch: async batch => onBatch(batch),
  })
  return { run, log, instrument }
}

interface Plugged {
  readonly transport: Transport
  readonly unplug: () => unknown
}

/** Through the operating system. */
const plugs: Record<string, (twin: ByteTwin) => Promise<Plugged>> = {
  async 'a socket'(twin) {
    const { server, port, sockets } = await serveTwin(twin)
    open.push(server)
    const unplug = () => {
      for (const socket of sockets) socket.destroy()
    }
    return { transport: await openTcp({ host: '127.0.0.1', port, simulated: true }), unplug }
  },
  ...(hasSocat && {
    async 'a serial port'(twin: ByteTwin) {
      const pty = await openPty(twin)
      open.push(pty)
      const settings = driverOf('pentad-sequencer').transport.serial!
      return { transport: await openSerial(pty.path, settings, pty.folder), unplug: pty.unplug }
    },
  }),
}
const links: Record<string, (twin: ByteTwin) => Promise<Transport>> = {
  'the twin in process': async twin => openTwin(twin, { path: 'twin:seq' }),
  ...Object.fromEntries(
    Object.entries(plugs).map(([name, plug]) => [name, async twin => (await plug(twin)).transport]),
  ),
}

describe.each(Object.entries(links))('a program through %s', (_, connect) => {
  it('is uploaded, armed, started, polled and fetched, with every byte in the log', async () => {
    const batches: Batch[] = []
    const { run, log, instrument } = await played(await connect(twinOf()), batch => batches.push(batch))
    expect(instrument.identity).toMatchObject({ vendor: 'Pentad' })
    expect(await run).toMatchObject({ shots: 250, batches: 3 })
    expect(batches.map(({ shots }) => shots)).toEqual([100, 100, 50])
    const uploads = log.search({ work: 'run-7', text: 'PROGram #' }, 10)
    expect(uploads).toHaveLength(2)
    expect(uploads[0]!.text).toMatch(/^SLOT2:SEQuencer0:PROGram #\d+ 7b( [0-9a-f]{2}){23}… \(\d+ bytes\)$/)
    const bins = 50 * program.slots
    const block = new RegExp(
      `^block of ${bins} bytes, SHA-256 [0-9a-f]{64}, first bytes [0-9a-f]{2}( [0-9a-f]{2}){23}$`,
    )
    const byHand = instrument.console('SLOT2:SEQuencer0:ACQuisition:BINs?', { actor: 'ana', work: null })
    expect(await byHand).toMatch(block)
    expect(uploads.every(({ sha256: hash }) => hash !== null)).toBe(true)
  })
})

describe.each(Object.entries(plugs))('a program through %s that is unplugged', (_, plug) => {
  it.each([
    { phase: 'uploading', says: ':PROGram #', times: 1, whole: 0 },
    { phase: 'arming', says: ':ARM', times: 2, whole: 1 },
    { phase: 'starting', says: ':START', times: 2, whole: 1 },
    { phase: 'running', says: ':STATE?', times: 1, whole: 0 },
    { phase: 'fetching', says: ':ACQuisition:BINs?', times: 3, whole: 2 },
  ])(
    'while $phase ends as lost, with the batches before it whole and nothing waiting',
    async ({ says, times, whole }) => {
      const twin = twinOf()
      let [left, unplug] = [times, (): unknown => undefined]
      const cut: ByteTwin = {
        ...twin,
        receive(bytes) {
          if (Buffer.from(bytes.subarray(0, 100)).includes(says)) left -= 1
          if (left === 0) unplug()
          else twin.receive(bytes)
        },
      }
      const plugged = await plug(cut)
      unplug = plugged.unplug
      const batches: Batch[] = []
      const { run, instrument } = await played(plugged.transport, batch => batches.push(batch))
      const error = await run.catch((error: unknown) => error)
      expect(deviceFailureOf(error)).toMatchObject({ code: 'instrument_lost', details: { fault: 'unplugged' } })
      expect(batches.map(({ planes }) => planes.shots)).toEqual(Array.from({ length: whole }, () => 100))
      expect([instrument.failure?.fault, instrument.queued]).toEqual(['unplugged', 0])
    },
  )
})
