import { describe, expect, it } from 'vitest'
import { MAX_RUN_SHOTS } from '../../../../main/contract/model/protocols'
import { bytes, predictedByRounds, shotsOffers } from '../../../../renderer/src/draw/runs/prediction-text'
import { sampleBackend } from '../../samples/devices'
import { sampleModule } from '../../samples/modules'
import { samplePrediction } from '../../samples/runs'

const needed = (best: number | null, median: number | null) =>
  shotsOffers({ shots_needed: { best, median, text: '' } }).map(({ against, shots, possible }) => [
    against,
    shots,
    possible,
  ])

describe('a prediction', () => {
  it('has a row for each number of rounds, with the shots that would be kept', () => {
    const { columns, rows } = predictedByRounds(sampleModule(sampleBackend()), samplePrediction(), 1_000)
    expect(columns).toHaveLength(5)
    expect(rows.map(row => row[0])).toEqual([1, 2, 4, 8])
    expect(rows[1]!.slice(3)).toEqual(['64 %', '≈ 640'])
  })

  it('offers the shots that would decide, once where both need the same', () => {
    expect(needed(400, 900)).toEqual([
      ['best', 400, true],
      ['median', 900, true],
    ])
    expect(needed(400, 400)).toEqual([['best', 400, true]])
  })

  it('offers nothing where no number of shots decides, and says what one run cannot take', () => {
    expect(needed(null, null)).toEqual([])
    expect(needed(null, MAX_RUN_SHOTS + 1)).toEqual([['median', MAX_RUN_SHOTS + 1, false]])
  })

  it.each([
    [0, '0 B'],
    [999, '999 B'],
    [1_000, '1 kB'],
    [1_234_567, '1.23 MB'],
    [2e15, '2,000 TB'],
  ])('writes %d bytes as %s', (value, text) => expect(bytes(value)).toBe(text))
})
