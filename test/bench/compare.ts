import { cpus, loadavg } from 'node:os'
import { bench } from 'vitest'

/**
 * One way to do a piece of work; `amount` says how much of `unit` one call does. Work in another process answers the
 * `cpu_ms` it took there; all else is measured here.
 */
export interface Contender {
  readonly name: string
  readonly amount: number
  readonly run: () => Promise<unknown>
}

interface Times {
  readonly wall: number[]
  /** Of the processors: what else the machine does counts less there. */
  readonly cpu: number[]
}

function quantiles(times: readonly number[]) {
  const sorted = [...times].sort((a, b) => a - b)
  return { least: sorted[0]!, median: sorted[sorted.length >> 1]!, most: sorted.at(-1)! }
}

/** Per contender: median and spread of the time, speed in `unit`/s by the median, and the ratios to the last one's. */
function report(unit: string, contenders: readonly Contender[], times: readonly Times[]): void {
  const speeds = contenders.map(({ amount }, i) => (1000 * amount) / quantiles(times[i]!.wall).median)
  const thrift = contenders.map(({ amount }, i) => (1000 * amount) / quantiles(times[i]!.cpu).median)
  const last = contenders.at(-1)!.name
  const rows = contenders.map(({ name }, i) => {
    const { least, median, most } = quantiles(times[i]!.wall)
    return {
      name,
      'median ms': median.toFixed(2),
      'spread ms': `${least.toFixed(2)} .. ${most.toFixed(2)}`,
      'median CPU ms': quantiles(times[i]!.cpu).median.toFixed(2),
      [`${unit}/s`]: speeds[i]!.toExponential(2),
      [`ratio to ${last}`]: (speeds[i]! / speeds.at(-1)!).toFixed(2),
      'by CPU': (thrift[i]! / thrift.at(-1)!).toFixed(2),
    }
  })
  console.table(rows)
  console.log(`${times[0]!.wall.length} rounds; load ${loadavg()[0]!.toFixed(1)} on ${cpus().length} cores`)
}

const elsewhere = (answer: unknown): number | null =>
  typeof answer === 'object' && answer !== null && 'cpu_ms' in answer ? Number(answer.cpu_ms) : null

/**
 * Runs the contenders in turn, round after round, so that what else the machine does meets them all alike, and prints the
 * comparison; the last is the yardstick. One round goes before to warm up, unless turned off.
 */
export function compare(unit: string, contenders: readonly Contender[], { rounds = 7, warm = true } = {}): void {
  const times = contenders.map((): Times => ({ wall: [], cpu: [] }))
  const round = async () => {
    for (const [i, { run }] of contenders.entries()) {
      const [start, before] = [performance.now(), process.cpuUsage()]
      const answer = await run()
      const { user, system } = process.cpuUsage(before)
      times[i]!.wall.push(performance.now() - start)
      times[i]!.cpu.push(elsewhere(answer) ?? (user + system) / 1000)
    }
  }
  bench(contenders.map(({ name }) => name).join(' | '), round, {
    iterations: rounds,
    time: 0,
    warmupIterations: warm ? 1 : 0,
    warmupTime: 0,
    setup: () => {
      for (const { wall, cpu } of times) wall.length = cpu.length = 0
    },
    teardown: (_, mode) => {
      if (mode === 'run') report(unit, contenders, times)
    },
  })
}
