import { setTimeout } from 'node:timers/promises'
import type { SampleFeed } from './sample-feed'
import type { DailyShotBudget } from './shot-budget'

/** Measures `shots` shots; returns one bit to a byte. Rejects where no job can be carried out. */
export type MeasureQubits = (shots: number) => Promise<Uint8Array>

/** Thrown by `measure` where no shot was taken: the day's budget gets the shots back. */
export class NothingMeasured extends Error {
  override readonly name: string = 'NothingMeasured'
}

/** Nothing was measured because others use the backend. */
export class BackendInUse extends NothingMeasured {
  override readonly name = 'BackendInUse'
}

interface QubitFeedOptions {
  readonly measure: MeasureQubits
  readonly bits_per_shot: number
  readonly budget: DailyShotBudget
}

/** Shots of one job: a second of work on a simulator. */
const SHOTS = 20_000
/** A restart waits for a backend that others use: a second between attempts, for ten minutes. */
const [RETRY_MS, MAX_ATTEMPTS] = [1_000, 600]

/** Bits of measured qubits, job after job, until the day's budget is spent. */
export function qubitFeed({ measure, bits_per_shot, budget }: QubitFeedOptions): SampleFeed {
  let rest = new Uint8Array()
  let closed = false

  async function measured(most: number): Promise<Uint8Array> {
    const shots = budget.take(most)
    if (shots === 0) throw new Error(`the budget of ${budget.per_day} shots a day is spent`)
    try {
      return await measure(shots)
    } catch (error) {
      if (error instanceof NothingMeasured) budget.giveBack(shots)
      throw error
    }
  }

  return {
    async read(most) {
      if (rest.length === 0) rest = new Uint8Array(await measured(SHOTS))
      const samples = rest.slice(0, most)
      rest.fill(0, 0, samples.length)
      rest = rest.subarray(samples.length)
      return samples
    },
    /** Each job prepares the device anew; that of a simulator has a seed of its own. */
    async afterRestart(count) {
      for (let attempt = 1; ; attempt += 1)
        try {
          return (await measured(Math.ceil(count / bits_per_shot))).subarray(0, count)
        } catch (error) {
          if (closed || attempt === MAX_ATTEMPTS || !(error instanceof BackendInUse)) throw error
          await setTimeout(RETRY_MS, undefined, { ref: false })
        }
    },
    pause_ms: 1,
    setFaults: null,
    close() {
      closed = true
      rest.fill(0)
    },
  }
}
