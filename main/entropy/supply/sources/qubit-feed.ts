import type { SampleFeed } from './sample-feed'

/** Measures so many shots; answers one bit to a byte. Rejects where no job can be carried out. */
export type MeasureQubits = (shots: number) => Promise<Uint8Array>

interface QubitFeedOptions {
  readonly measure: MeasureQubits
  readonly shots_per_day: number
  /** Milliseconds since 1970. */
  readonly now: () => number
}

/** Shots of one job: a second of work on a simulator. */
const SHOTS = 20_000

/** Bits of measured qubits, job after job, until the day's budget is spent. */
export function qubitFeed({ measure, shots_per_day, now }: QubitFeedOptions): SampleFeed {
  let rest = new Uint8Array()
  const spent = { day: '', shots: 0 }
  async function more(): Promise<void> {
    const day = new Date(now()).toISOString().slice(0, 10)
    if (spent.day !== day) Object.assign(spent, { day, shots: 0 })
    const shots = Math.min(SHOTS, shots_per_day - spent.shots)
    if (shots <= 0) throw new Error(`the budget of ${shots_per_day} shots a day is spent`)
    spent.shots += shots
    rest = new Uint8Array(await measure(shots))
  }
  return {
    async read(most) {
      if (rest.length === 0) await more()
      const samples = rest.slice(0, most)
      rest.fill(0, 0, samples.length)
      rest = rest.subarray(samples.length)
      return samples
    },
    ...{ pause_ms: 1, afterRestart: null, setFaults: null },
    close() {
      rest.fill(0)
    },
  }
}
