import { describe, expect, it } from 'vitest'
import { usableShotsText } from '../../../../renderer/src/draw/runs/usable-shots'

const started_at = '2026-03-01T10:00:00.000Z'
const tokens = (shots_executed: number | null) => ({
  price_per_shot: 0.01,
  shots_planned: 9_000,
  reserved: 90,
  shots_executed,
  charged: null,
})

describe('what counts of a run without a record', () => {
  it('are the whole batches of a device run that something from outside ended', () => {
    const run = { backend_id: 'dev-a', status: 'ABORTED', started_at } as const
    expect(usableShotsText({ ...run, tokens: tokens(4_500) })).toMatch(
      /^4,500 shots of whole batches.*“Measured before”/,
    )
    expect(usableShotsText({ ...run, tokens: null })).toMatch(/^The shots of whole batches/)
    expect(usableShotsText({ ...run, tokens: tokens(0) })).toBe('Nothing was measured.')
    expect(usableShotsText({ ...run, tokens: tokens(0), partial_record: true })).toMatch(
      /^No shot of a circuit was measured/,
    )
    expect(usableShotsText({ ...run, started_at: null, tokens: tokens(null) })).toBe('Nothing was measured.')
  })

  it('is nothing where the device itself failed, or where the run was simulated', () => {
    const failed = { backend_id: 'dev-a', status: 'FAILED', started_at, tokens: tokens(4_500) } as const
    expect(usableShotsText(failed)).toMatch(/cannot be trusted/)
    expect(usableShotsText({ ...failed, backend_id: 'dev-a-mock', status: 'ABORTED' })).toMatch(
      /^Nothing of it is kept/,
    )
  })
})
