import type { SampleFeed } from './sample-feed'
import type { DailyShotBudget } from './shot-budget'

/** Measures so many shots; answers one bit to a byte. Rejects where no job can be carried out. */
export type MeasureQubits = (shots: number) => Promise<Uint8Array>

/** Thrown by `measure` where nothing was measured, because others want the backend. */
export class BackendInUse extends Error {
  override readonly name = 'BackendInUse'
}

interface QubitFeedOptions {
  readonly measure: MeasureQubits
  readonly bits_per_shot: number
  readonly budget: DailyShotBudget
  /** Whether each restart may be a job of its own: a thousand jobs. */
  readonly restarts: boolean
}

/** Shots of one job: a second of work on a simulator. */
const SHOTS = 20_000

/** Bits of measured qubits, job after job, until the day's budget is spent. */
export function qubitFeed({ measure, bits_per_shot, budget, restarts }: QubitFeedOptions): SampleFeed {
  let rest = new Uint8Array()

  async function measured(most: number): Promise<Uint8Array> {
    const shots = budget.take(most)
    if (shots === 0) throw new Error(`the budget of ${budget.per_day} shots a day is spent`)
    try {
      return await measure(shots)
    } catch (error) {
      if (error instanceof BackendInUse) budget.giveBack(shots)
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
    /** Each job prepares the device anew. */
    afterRestart: restarts
      ? async count => {
          const samples = await measured(Math.ceil(count / bits_per_shot))
          return samples.subarray(0, count)
        }
      : null,
    ...{ pause_ms: 1, setFaults: null },
    close() {
      rest.fill(0)
    },
  }
}
