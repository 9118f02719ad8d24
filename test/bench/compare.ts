import { bench } from 'vitest'

/** One way to do a piece of work; `amount` says how much of `unit` one call does. */
export interface Contender {
  readonly name: string
  readonly amount: number
  readonly run: () => Promise<unknown>
}

const RUNS = 7

function quantiles(times: readonly number[]) {
  const sorted = [...times].sort((a, b) => a - b)
  return { least: sorted[0]!, median: sorted[sorted.length >> 1]!, most: sorted.at(-1)! }
}

/** Per contender: median and spread of the time, speed in `unit`/s by the median, and the ratio to the last one's. */
function report(unit: string, contenders: readonly Contender[], times: readonly number[][]): void {
  const speeds = contenders.map(({ amount }, i) => (1000 * amount) / quantiles(times[i]!).median)
  const rows = contenders.map(({ name }, i) => {
    const { least, median, most } = quantiles(times[i]!)
    return {
      name,
      'median ms': median.toFixed(2),
      'spread ms': `${least.toFixed(2)} .. ${most.toFixed(2)}`,
      [`${unit}/s`]: speeds[i]!.toExponential(2),
      [`ratio to ${contenders.at(-1)!.name}`]: (speeds[i]! / speeds.at(-1)!).toFixed(1),
    }
  })
  console.table(rows)
}

/** Times each contender several times after one warm-up and prints the comparison after the last; the last is the yardstick. */
export function compare(unit: string, contenders: readonly Contender[]): void {
  const times = contenders.map((): number[] => [])
  contenders.forEach(({ name, run }, i) => {
    const timed = async () => {
      const start = performance.now()
      await run()
      times[i]!.push(performance.now() - start)
    }
    bench(name, timed, {
      iterations: RUNS,
      time: 0,
      warmupIterations: 1,
      warmupTime: 0,
      setup: () => {
        times[i]!.length = 0
      },
      teardown: (_, mode) => {
        if (mode === 'run' && i === contenders.length - 1) report(unit, contenders, times)
      },
    })
  })
}
