/** The sequencer's host over real links: serial through `serialport` on a pty, TCP, and the twin's bytes as they are. */
import { afterEach, describe, expect, it } from 'vitest'
import { connectInstrument } from '../../../main/instruments/drivers/instrument'
import { createCommandLog } from '../../../main/instruments/exchange/command-log'
import { openSerial } from '../../../main/instruments/transport/serial'
import { openTcp } from '../../../main/instruments/transport/tcp'
import type { Transport } from '../../../main/instruments/transport/transport'
import { openTwin } from '../../../main/instruments/transport/twin'
import { type Batch, runProgram } from '../../../main/sequencer/host/run-program'
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

async function played(transport: Transport) {
  const driver = driverOf('pentad-sequencer')
  const log = createCommandLog()
  const instrument = await connectInstrument({ id: 'seq', driver, transport, log })
  open.push(instrument)
  const batches: Batch[] = []
  const onBatch = async (batch: Batch) => void batches.push(batch)
  const link = instrument.link({ actor: 'ana', work: 'run-7' })
  const run = await runProgram(link, {
    program,
    reference,
    profile: SMALL,
    address: ADDRESS,
    sha256,
    clock,
    shots: 250,
    onBatch,
  })
  return { run, batches, log, instrument }
}

const links: Record<string, (twin: ByteTwin) => Promise<Transport>> = {
  'the twin in process': async twin => openTwin(twin, { path: 'twin:seq' }),
  async 'a socket'(twin) {
    const { server, port } = await serveTwin(twin)
    open.push(server)
    return openTcp({ host: '127.0.0.1', port, simulated: true })
  },
  ...(hasSocat && {
    async 'a serial port'(twin: ByteTwin) {
      const pty = await openPty(twin)
      open.push(pty)
      return openSerial(pty.path, driverOf('pentad-sequencer').transport.serial!, pty.folder)
    },
  }),
}

describe.each(Object.entries(links))('a program through %s', (_, connect) => {
  it('is uploaded, armed, started, polled and fetched, with every byte in the log', async () => {
    const { run, batches, log, instrument } = await played(await connect(twinOf()))
    expect(instrument.identity).toMatchObject({ vendor: 'Pentad' })
    expect(run).toMatchObject({ shots: 250, batches: 3 })
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
