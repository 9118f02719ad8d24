/**
 * From an input to the frame that shows it, on a circuit of 2,000 gates on 50 wires beside one of 20 gates on 5. Written as OpenQASM 3;
 * with PENTAD_BENCH_FORM=json as JSON.
 */
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { type Browser, type CDPSession, chromium, type Page } from 'playwright-core'
import { bench, describe } from 'vitest'
import { writeQasm3 } from '../../../main/circuits/qasm/write'
import type { Instruction } from '../../../main/contract/jobs/circuit'
import { startService } from '../../../main/service'
import { circuitJson } from '../../../renderer/src/draw/circuits/circuit-text'
import { configured } from '../../configured'

const ROOT = resolve(import.meta.dirname, '../../..')
const PROGRAMS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
const executablePath = process.env.CHROMIUM ?? PROGRAMS.find(existsSync)
const ROUNDS = 11
/** Pixels of a cell. */
const [STEP, ROW] = [60, 52]

function program(gates: number, wires: number): string {
  const instruction = (i: number): Instruction => {
    const qubit = (i * 7) % wires
    if (i % 3 === 0) return { name: 'cx', qubits: [qubit, (qubit + 1) % wires] }
    if (i % 3 === 1) return { name: 'rz', qubits: [qubit], params: [0.1 + (i % 9)] }
    return { name: 'h', qubits: [qubit] }
  }
  const circuit = {
    num_qubits: wires,
    num_clbits: 5,
    instructions: Array.from({ length: gates }, (_, i) => instruction(i)),
  }
  return process.env.PENTAD_BENCH_FORM === 'json' ? circuitJson(circuit) : writeQasm3(circuit)
}

interface Gesture {
  readonly name: string
  /** The event that begins what is measured. */
  readonly event: 'keydown' | 'pointerdown' | 'pointerup' | 'wheel'
  /** What has to be done before, which is not measured. */
  readonly prepare?: (page: Page) => Promise<void>
  readonly make: (page: Page) => Promise<void>
}

const drawing = (page: Page) => page.getByRole('application', { name: /^Circuit/ })
async function cell(page: Page, wire: number, moment: number): Promise<[number, number]> {
  const { x, y } = (await page.getByRole('region', { name: 'Circuit drawing' }).boundingBox())!
  return [x + 84 + (moment + 0.5) * STEP, y + (wire + 0.5) * ROW]
}
const key = (name: string) => async (page: Page) => {
  await drawing(page).focus()
  await page.keyboard.press(name)
}

const isLarge = (page: Page) => page.getByText('50 qubits, ').isVisible()

const GESTURES: readonly Gesture[] = [
  { name: 'move the caret', event: 'keydown', make: key('ArrowRight') },
  { name: 'place a gate by key', event: 'keydown', make: key('x') },
  { name: 'undo', event: 'keydown', make: key('Control+z') },
  { name: 'put a measurement by key', event: 'keydown', make: key('m') },
  { name: 'undo the measurement', event: 'keydown', make: key('Control+z') },
  {
    name: 'select a gate by click',
    event: 'pointerup',
    make: async page => page.mouse.click(...(await cell(page, 1, 1))),
  },
  { name: 'delete it', event: 'keydown', make: key('Delete') },
  { name: 'undo the delete', event: 'keydown', make: key('Control+z') },
  {
    name: 'drag a gate to another wire',
    event: 'pointerup',
    prepare: async page => {
      await page.mouse.move(...(await cell(page, 1, 1)))
      await page.mouse.down()
      await page.mouse.move(...(await cell(page, 3, 1)), { steps: 2 })
    },
    make: page => page.mouse.up(),
  },
  { name: 'undo the drag', event: 'keydown', make: key('Control+z') },
  {
    name: 'type an angle',
    event: 'keydown',
    prepare: async page => {
      await page.mouse.click(...(await cell(page, (await isLarge(page)) ? 7 : 2, 0)))
      await page.getByLabel('Parameter 1').fill('0.45')
    },
    make: page => page.keyboard.press('Enter'),
  },
  { name: 'undo the angle', event: 'keydown', make: key('Control+z') },
  { name: 'copy', event: 'keydown', make: key('Control+c') },
  { name: 'paste', event: 'keydown', make: key('Control+v') },
  { name: 'undo the paste', event: 'keydown', make: key('Control+z') },
  { name: 'select all', event: 'keydown', make: key('Control+a') },
  { name: 'select none', event: 'keydown', make: key('Escape') },
  {
    name: 'scroll',
    event: 'wheel',
    make: async page => {
      await page.mouse.move(...(await cell(page, 2, 2)))
      await page.mouse.wheel(120, 60)
    },
  },
  {
    name: 'scroll back',
    event: 'wheel',
    make: async page => page.mouse.wheel(-2_000, -2_000),
  },
  { name: 'put an error on a wire', event: 'keydown', make: key('Alt+x') },
  { name: 'take it away', event: 'keydown', make: key('Alt+x') },
]

interface Times {
  /** Milliseconds from the first event of that type to the end of the frame behind it. */
  readonly wall: number
  /** Of the main thread's processor time, which other programs lengthen less. */
  readonly cpu: number
}

async function measured({ page, cdp }: Opened, gesture: Gesture): Promise<Times> {
  await gesture.prepare?.(page)
  const before = await taskTime(cdp)
  const wall = await timed(page, gesture)
  return { wall, cpu: (await taskTime(cdp)) - before }
}

async function taskTime(cdp: CDPSession): Promise<number> {
  const { metrics } = await cdp.send('Performance.getMetrics')
  return 1_000 * metrics.find(({ name }) => name === 'TaskDuration')!.value
}

async function timed(page: Page, { event, make }: Gesture): Promise<number> {
  await page.evaluate(type => {
    const holder = window as unknown as { measured: Promise<number> }
    holder.measured = new Promise(resolve => {
      const listener = (event: Event) => {
        if (event instanceof KeyboardEvent && ['Control', 'Alt'].includes(event.key)) return
        window.removeEventListener(type, listener, true)
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel()
          port1.onmessage = () => resolve(performance.now() - event.timeStamp)
          port2.postMessage(null)
        })
      }
      window.addEventListener(type, listener, true)
    })
  }, event)
  await make(page)
  return page.evaluate(() => (window as unknown as { measured: Promise<number> }).measured)
}

interface Opened {
  readonly page: Page
  readonly cdp: CDPSession
}

async function opened(browser: Browser, service: { url: string; signInUrl(): string }, text: string): Promise<Opened> {
  const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage()
  await page.goto(service.signInUrl())
  await page.getByRole('dialog').getByRole('button', { name: 'Start', exact: true }).click()
  const folder = mkdtempSync(join(tmpdir(), 'pentad-bench-'))
  const file = join(folder, 'circuit.qasm')
  writeFileSync(file, text)
  await page.goto(`${service.url}/circuits`)
  await drawing(page).waitFor()
  await page.waitForTimeout(1_500)
  await page.locator('input[type=file]').first().setInputFiles(file)
  await page.getByText(/ steps, /).waitFor()
  await page.waitForTimeout(1_500)
  rmSync(folder, { recursive: true })
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' })
  return { page, cdp }
}

const quantile = (sorted: readonly number[], part: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))]!

/** Median and 95th percentile of each gesture on the large circuit, and the ratio of its median to that on the small one. */
function report(large: readonly Times[][], small: readonly Times[][]): void {
  const sorted = (times: readonly Times[], of: keyof Times) => times.map(time => time[of]).sort((a, b) => a - b)
  console.table(
    GESTURES.map(({ name }, i) => {
      const [many, few] = [sorted(large[i]!, 'wall'), sorted(small[i]!, 'wall')]
      const cpu = sorted(large[i]!, 'cpu')
      return {
        name,
        'median ms': quantile(many, 0.5).toFixed(1),
        'p95 ms': quantile(many, 0.95).toFixed(1),
        'over 50 ms': `${many.filter(time => time > 50).length} of ${many.length}`,
        'main thread, median CPU ms': quantile(cpu, 0.5).toFixed(1),
        'small circuit, median ms': quantile(few, 0.5).toFixed(1),
        ratio: (quantile(many, 0.5) / quantile(few, 0.5)).toFixed(2),
      }
    }),
  )
  console.log(`${ROUNDS} rounds, interleaved; load ${loadavg()[0]!.toFixed(1)}`)
}

describe.skipIf(executablePath === undefined)('gestures on 2,000 gates on 50 wires', () => {
  bench(
    'input to frame',
    async () => {
      const data = mkdtempSync(join(tmpdir(), 'pentad-bench-'))
      const service = await startService(configured(data, { interface_dir: join(ROOT, 'out/renderer') }))
      const browser = await chromium.launch({
        executablePath: executablePath!,
        args: ['--headless', '--no-sandbox', '--disable-gpu', '--disable-background-networking'],
      })
      const large = await opened(browser, service, program(2_000, 50))
      const small = await opened(browser, service, program(20, 5))
      const times = [large, small].map(() => GESTURES.map((): Times[] => []))
      for (let round = 0; round < ROUNDS; round++)
        for (const [i, gesture] of GESTURES.entries())
          for (const [which, one] of [large, small].entries()) {
            await one.page.bringToFront()
            times[which]![i]!.push(await measured(one, gesture))
          }
      report(times[0]!, times[1]!)
      await browser.close()
      await service.stop()
      rmSync(data, { recursive: true, force: true })
    },
    { iterations: 1, time: 0, warmupIterations: 0, warmupTime: 0 },
  )
})
