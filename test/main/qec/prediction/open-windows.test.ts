import { describe, expect, it } from 'vitest'
import { readoutFor } from '../../../../main/qec/code/logical-readout'
import { decodeWindow } from '../../../../main/qec/decoding/cyclic-window'
import { memoryProgram } from '../../../../main/qec/experiment/memory'
import { windowsClosed } from '../../../../main/qec/prediction/open-windows'
import { enumerateFaults } from '../../../../main/qec/proof/enumeration'
import { decoderTables } from '../../../../main/qec/proof/flag-table'
import { compileRound } from '../../../../main/qec/schedule/compile'
import { planeLayout } from '../../../../main/qec/schedule/plane-layout'
import { swapCost } from '../../../../main/qec/schedule/route'
import { acceptedSyndromes, provenPreparation } from '../../../../main/qec/spam/verified-preparation'
import { createReferenceSimulator } from '../../../../main/simulation/engines'
import { grid } from '../fixtures/graphs'
import { CHIPLET_LAYOUT, chipletPlan, ratesAt, TYPICAL } from '../fixtures/rounds'

const SHOTS = 6_000
const compiled = compileRound(chipletPlan(), TYPICAL)
const rates = ratesAt(0.002)
const readout = readoutFor({ x: 0, z: 31 })
const proven = provenPreparation(grid(3, 3), {
  layout: CHIPLET_LAYOUT,
  cost: swapCost,
  durations: TYPICAL,
})!.preparation

describe.each([
  ['projective', undefined],
  ['verified', proven],
] as const)('shots whose last window is closed after a %s preparation', (_, preparation) => {
  it.each([1, 3])('are as many as enumerated after %i rounds', async rounds => {
    const layout = planeLayout('correction', { rounds, protocol: 'cyclic-window', closing: 'erasure' })
    const experiment = { compiled, rates, readout, mode: 'correction', state: '0', rounds } as const
    const windows = { protocol: 'cyclic-window', closing: 'erasure' } as const
    const program = memoryProgram({ ...experiment, ...windows, ...(preparation ? { preparation, attempts: 8 } : {}) })
    const planes = await createReferenceSimulator().sampleFrames(program, { shots: SHOTS, seed: 5n })
    const tables = decoderTables(
      enumerateFaults(compiled, { protocol: 'cyclic-window', closing: 'erasure' }),
      compiled,
      rates,
    )
    const decoding = { layout, tables, readout, logical: { x: 0, z: 31 }, flip_on_failed_check: false }
    const kept = decodeWindow(planes, decoding).accepted.reduce((sum, one) => sum + one, 0) / SHOTS
    const left = preparation && acceptedSyndromes(preparation, rates, '0')
    const total = left?.reduce((sum, odds) => sum + odds, 0) ?? 1
    const expected = windowsClosed(
      compiled,
      rates,
      left?.map(odds => odds / total),
    )(rounds)
    expect(expected).toBeLessThan(0.95)
    // Five standard errors.
    expect(Math.abs(kept - expected)).toBeLessThan(5 * Math.sqrt((expected * (1 - expected)) / SHOTS))
  })
})
