/**
 * 1 MiB uploaded through `serialport` over a pty, checked by a query behind it: less than a second is asked. Beside the time,
 * the longest that the event loop was held up: at most 5 ms are allowed; the far end runs in this process too. Collecting garbage
 * and what other programs take of the processor are in it: both are printed beside it.
 */
import { monitorEventLoopDelay, PerformanceObserver } from 'node:perf_hooks'
import { afterAll, bench, describe } from 'vitest'
import { connectInstrument, type Instrument } from '../../../main/instruments/drivers/instrument'
import { createCommandLog } from '../../../main/instruments/exchange/command-log'
import { openSerial } from '../../../main/instruments/transport/serial'
import type { ByteTwin } from '../../../main/twins/model/byte-twin'
import { driverOf } from '../../main/instruments/table'
import { hasSocat, openPty, type Pty } from '../../main/instruments/transport/pty'

const PROGRAM = new Uint8Array(2 ** 20).fill(65)
/** What the monitor waits for by itself. */
const RESOLUTION_MS = 1
const ITERATIONS = 10

const shown = (figures: readonly number[]) => figures.map(figure => figure.toFixed(1)).join(', ')

/** Swallows programs and answers questions. */
function sink(): ByteTwin {
  let [left, line] = [0, '']
  let send = (_: Uint8Array): void => {}
  const answers: Readonly<Record<string, string>> = { '*IDN?': 'Pentad,QSEQ-1,1,1', 'SYSTem:ERRor?': '0,"No error"' }
  const take = (text: string) => {
    const [header, digits] = /#7(\d{7})$/.exec(text) ?? []
    if (header) left = Number(digits) + 1
    if (text.endsWith('\n') || header) line = ''
    const answer = answers[text.trim()] ?? (text.trim().endsWith('?') ? '0' : null)
    if (text.endsWith('\n') && answer !== null) send(Buffer.from(`${answer}\n`))
  }
  return {
    receive(bytes) {
      for (let at = 0; at < bytes.length; ) {
        const skipped = Math.min(left, bytes.length - at)
        left -= skipped
        at += skipped
        if (at < bytes.length && left === 0) {
          line += String.fromCharCode(bytes[at++]!)
          if (line.endsWith('\n') || line.endsWith('#71048576')) take(line)
        }
      }
    },
    onSend: listener => {
      send = listener
    },
    close() {},
  }
}

let open: { pty: Pty; instrument: Instrument } | null = null
async function connected(): Promise<Instrument> {
  if (open) return open.instrument
  const pty = await openPty(sink())
  const driver = driverOf('pentad-sequencer')
  const transport = await openSerial(pty.path, driver.transport.serial!, pty.folder)
  const instrument = await connectInstrument({ id: 'seq', driver, transport, log: createCommandLog() })
  open = { pty, instrument }
  return instrument
}

describe.skipIf(!hasSocat)('1 MiB over a pty', () => {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  const longest: number[] = []
  const collected: number[] = []
  const unscheduled: number[] = []
  let collecting = 0
  const garbage = new PerformanceObserver(list => {
    for (const { duration } of list.getEntries()) collecting = Math.max(collecting, duration)
  })
  garbage.observe({ entryTypes: ['gc'] })
  afterAll(async () => {
    await open?.instrument.close()
    await open?.pty.close()
  })
  bench(
    'upload and query',
    async () => {
      const link = (await connected()).link({ actor: 'bench', work: null })
      collecting = 0
      const before = { cpu: process.cpuUsage(), at: performance.now() }
      delay.reset()
      delay.enable()
      await link.upload('SLOT2:SEQuencer0:PROGram', PROGRAM)
      await link.query('SLOT2:SEQuencer0:STATE?')
      delay.disable()
      longest.push(delay.max / 1e6 - RESOLUTION_MS)
      const { user, system } = process.cpuUsage(before.cpu)
      unscheduled.push(performance.now() - before.at - (user + system) / 1e3)
      await new Promise(resolve => setImmediate(resolve))
      collected.push(collecting)
      if (longest.length === ITERATIONS)
        process.stderr.write(
          `longest blocks of the event loop, ms: ${shown(longest)}
longest collections of garbage, ms: ${shown(collected)}
not on a processor, ms: ${shown(unscheduled)}\n`,
        )
    },
    { iterations: ITERATIONS, time: 0, warmupIterations: 1, warmupTime: 0 },
  )
})
