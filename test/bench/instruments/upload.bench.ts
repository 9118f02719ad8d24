/**
 * 1 MiB uploaded through `serialport` over a pty to another process, checked by a query behind it: less than a second is asked,
 * and at most 5 ms that the event loop is held up. What other programs take of the processor holds it up too, and is no block of
 * ours: each block is printed with what this thread computed in it, of that what collecting garbage took, and how long it waited for a processor.
 */
import { bench, describe } from 'vitest'
import { connectInstrument, type Instrument } from '../../../main/instruments/drivers/instrument'
import { createCommandLog } from '../../../main/instruments/exchange/command-log'
import { openSerial } from '../../../main/instruments/transport/serial'
import { driverOf } from '../../main/instruments/table'
import { hasSocat } from '../../main/instruments/transport/pty'
import { type Block, watchBlocks } from './blocks'
import { type FarEnd, openFarEnd } from './far-end'

const PROGRAM = new Uint8Array(2 ** 20).fill(65)
const ITERATIONS = 40

let open: { far: FarEnd; instrument: Instrument } | null = null
async function connected(): Promise<Instrument> {
  if (open) return open.instrument
  const far = await openFarEnd()
  const driver = driverOf('pentad-sequencer')
  const transport = await openSerial(far.path, driver.transport.serial!, far.folder)
  const instrument = await connectInstrument({ id: 'seq', driver, transport, log: createCommandLog() })
  open = { far, instrument }
  return instrument
}

const ms = (figure: number) => figure.toFixed(1)
const row = ({ ms: all, computed_ms, garbage_ms, collections, descheduled_ms }: Block): string =>
  `  ${ms(all)}: computed ${ms(computed_ms)} (garbage ${[ms(garbage_ms), ...collections].join(' ')}), without a processor ${ms(descheduled_ms)}`

/** Blocks by what this thread computed in them: up to so many milliseconds. */
const STEPS = [1, 2, 3, 4, 5, Number.POSITIVE_INFINITY]

function report(blocks: readonly Block[], took: readonly number[]): void {
  const counts = STEPS.map((to, i) => {
    const from = STEPS[i - 1] ?? 0
    return `${from} to ${to}: ${blocks.filter(({ computed_ms }) => computed_ms > from && computed_ms <= to).length}`
  })
  const worst = blocks.toSorted((a, b) => b.computed_ms - a.computed_ms).slice(0, 5)
  process.stderr.write(
    `${took.length} uploads of 1 MiB, the longest in ${ms(Math.max(...took))} ms; ${blocks.length} blocks of 1 ms and more.
By what this thread computed in them, ms: ${counts.join(', ')}; those that computed most:
${worst.map(row).join('\n')}\n`,
  )
}

describe.skipIf(!hasSocat)('1 MiB over a pty', () => {
  const blocks: Block[] = []
  const took: number[] = []
  const close = async () => {
    await open?.instrument.close()
    open?.far.close()
    open = null
  }
  bench(
    'upload and query',
    async () => {
      const link = (await connected()).link({ actor: 'bench', work: null })
      const stop = watchBlocks()
      const from = performance.now()
      await link.upload('SLOT2:SEQuencer0:PROGram', PROGRAM)
      await link.query('SLOT2:SEQuencer0:STATE?')
      took.push(performance.now() - from)
      blocks.push(...(await stop()))
      if (took.length === ITERATIONS) report(blocks, took)
    },
    { iterations: ITERATIONS, time: 0, warmupIterations: 1, warmupTime: 0, teardown: close },
  )
})
