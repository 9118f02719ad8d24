import { expect, it } from 'vitest'
import { comparedWithRun } from './compared-with-run'
import { completed, fastest, MODULE, openLab, request } from './laboratory'

it.each(['detection', 'correction'] as const)(
  'a map of %s gives at factor 1, for every kind, what a run of the same seed gives',
  async mode => {
    const opened = openLab()
    await comparedWithRun(() => opened, { mode, rounds: [1, 3], states: ['0', '+', 'i'] })
    await opened.studies.stop()
    await opened.runs.stop()
    opened.store.close()
  },
)

it('a break-even map has a gain that does not grow with all errors, within its intervals, and crosses where it says', async () => {
  const { studies, runs, store } = openLab()
  const shots = fastest.kind === 'native' ? 40_000 : 1_000
  const scales = [0.01, 0.03, 0.1, 0.3, 1]
  const seed = Math.floor(Math.random() * 1e9)
  const created = await studies.submit(MODULE, request({ scales, shots, seed, rounds: [1, 3, 6] }))
  const { points, crossings } = await completed(studies, created)
  for (const [i, lower] of points.entries())
    for (const higher of points.slice(i + 1))
      expect(lower.gain_best.estimate.high!, `seed ${seed}: ${lower.scale} against ${higher.scale}`).toBeGreaterThan(
        higher.gain_best.estimate.low!,
      )
  expect(points[0]!.gain_best.estimate.low!, `seed ${seed}`).toBeGreaterThan(points.at(-1)!.gain_best.estimate.high!)
  const { factor, text } = crossings[0]!
  expect(factor.value, `seed ${seed}: ${text}`).not.toBeNull()
  const below = points.filter(({ scale }) => scale <= factor.value!).at(-1)!
  const above = points.find(({ scale }) => scale > factor.value!)!
  expect(below.gain_best.estimate.value!, `seed ${seed}`).toBeGreaterThan(1)
  expect(above.gain_best.estimate.value!, `seed ${seed}`).toBeLessThan(1)
  expect(text).toMatch(/^all errors must fall to /)
  await studies.stop()
  await runs.stop()
  store.close()
})
