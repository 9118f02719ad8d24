import { isoDay } from '../../../contract/model/iso-time'
import type { Store } from '../../../store/store'

/** Shots that a source of measured qubits may take in a day, in UTC; what is spent is kept over restarts. */
export interface DailyShotBudget {
  readonly per_day: number
  /** Spends up to `most` shots and returns how many; 0 where the shots of the day are spent. */
  take(most: number): number
  /** Returns shots that were taken and not measured. */
  giveBack(shots: number): void
}

interface ShotBudgetOptions {
  readonly store: Pick<Store, 'db'>
  readonly source_id: string
  readonly per_day: number
  /** Milliseconds since 1970. */
  readonly now: () => number
}

export function shotBudget({ store: { db }, source_id, per_day, now }: ShotBudgetOptions): DailyShotBudget {
  const read = db
    .prepare<[string, string], number>('SELECT shots FROM entropy_shots WHERE source_id = ? AND day = ?')
    .pluck()
  const add = db.prepare(
    `INSERT INTO entropy_shots (source_id, day, shots) VALUES (?, ?, ?)
     ON CONFLICT (source_id, day) DO UPDATE SET shots = max(0, shots + excluded.shots)`,
  )
  const today = () => isoDay(now())
  const spend = (shots: number) => void add.run(source_id, today(), shots)
  return {
    per_day,
    take(most) {
      const shots = Math.max(0, Math.min(most, per_day - (read.get(source_id, today()) ?? 0)))
      if (shots > 0) spend(shots)
      return shots
    },
    giveBack: shots => spend(-shots),
  }
}
