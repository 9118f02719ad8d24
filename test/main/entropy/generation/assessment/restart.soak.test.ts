import { expect, it } from 'vitest'
import { assessRestarts } from '../../../../../main/entropy/generation/assessment/restart'
import { seededBytes } from '../seeded'

it('restart tests pass a sound source, with no more than the least of rows and columns', () => {
  const sound = assessRestarts({ samples: seededBytes(1_000_000, 3, 2), bits: 1, initial: 1 }, () => {})
  expect(sound.failure).toBeNull()
  expect(sound.h_assessed).toBeGreaterThan(0.8)
  expect(sound.h_assessed).toBe(Math.min(sound.h_rows!, sound.h_columns!, 1))
})
