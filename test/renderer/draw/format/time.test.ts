import { expect, it } from 'vitest'
import { shortId } from '../../../../renderer/src/draw/format/job-and-run-text'
import { duration, utcSecond } from '../../../../renderer/src/draw/format/time'

it.each([
  [null, '—'],
  [0, '< 1 ms'],
  [1, '1 ms'],
  [999.4, '999 ms'],
  [1_410.4, '1.41 s'],
  [12_345, '12.3 s'],
  [125_000, '2 min 5 s'],
  [3_600_000 * 3 + 60_000 * 4, '3 h 4 min'],
  [86_400_000 * 2 + 3_600_000, '2 d 1 h'],
])('%s milliseconds are written as %s', (ms, words) => {
  expect(duration(ms)).toBe(words)
})

it('times are written in UTC whatever offset they came with', () => {
  expect(utcSecond('2026-11-21T09:00:03+02:00')).toBe('2026-11-21 07:00:03 UTC')
  expect(utcSecond(null)).toBe('—')
})

it('a job id is shortened to the first block of its UUID', () => {
  expect(shortId('0b6e6f0a-6c1e-4f5c-9f6e-0a0b0c0d0e0f')).toBe('0b6e6f0a')
})
