/** The most seconds that circuits keep a device is never less than what a share of their shots takes. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { mostTimeShared, type TimeOf, timeOfAll } from '../../../../main/jobs/tasks/device/playing-time'

/** As `deviceTime`: an upload for each size of batch, marks for the first shots of each. */
const circuit =
  (upload: number, shot: number, per_batch: number): TimeOf =>
  shots => {
    const [whole, rest] = [Math.floor(shots / per_batch), shots % per_batch]
    const upload_s = upload * (Math.min(whole, 1) + Math.min(rest, 1))
    const marks_s = (whole * Math.min(per_batch, 4) + Math.min(rest, 4)) * 0.01
    const [measuring_s, fetch_s] = [shots * shot, shots * 0.001 + marks_s]
    return { upload_s, measuring_s, fetch_s, marks_s, total_s: upload_s + measuring_s + fetch_s, batches: whole + 1 }
  }

const share = fc.record({
  upload: fc.double({ min: 0, max: 1, noNaN: true }),
  shot: fc.double({ min: 0, max: 0.1, noNaN: true }),
  per_batch: fc.integer({ min: 1, max: 50 }),
  shots: fc.integer({ min: 1, max: 200 }),
})

it('bounds every way to share the shots', () => {
  fc.assert(
    fc.property(fc.array(share, { minLength: 1, maxLength: 5 }), given => {
      const circuits = given.map(({ upload, shot, per_batch }) => circuit(upload, shot, per_batch))
      const shots = given.map(each => each.shots)
      const all = shots.reduce((sum, each) => sum + each)
      expect(mostTimeShared(circuits, all)).toBeGreaterThanOrEqual(timeOfAll(circuits, shots) - 1e-9)
    }),
  )
})

it('is what a single circuit takes', () => {
  const one = circuit(0.5, 0.01, 30)
  expect(mostTimeShared([one], 95)).toBeCloseTo(one(95).total_s, 12)
})
