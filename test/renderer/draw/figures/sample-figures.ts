/** The figures of the export menu, drawn from made-up data. */
import type { Scheme } from '../../../../renderer/src/draw/charts/colours'
import { headlineFigure } from '../../../../renderer/src/draw/comparison/headline'
import type { PaperFigure } from '../../../../renderer/src/draw/figures/model'
import { driftFigure } from '../../../../renderer/src/draw/modules/drift-figure'
import { breakEvenFigure } from '../../../../renderer/src/draw/studies/break-even-figure'
import { sampleDrift } from '../../samples/drift'
import { sampleRecord } from '../../samples/runs'
import { sampleStudy } from '../../samples/studies'

export const record = sampleRecord()
export const figureOf = (width: 86 | 178, scheme: Scheme = 'light') =>
  headlineFigure(record, { quantity: 'error', axis: 'rounds', width, scheme })

/** Every figure of the export menu by name, drawn at a column width. */
export const FIGURES: readonly (readonly [string, (width: 86 | 178) => PaperFigure])[] = [
  ['a run', width => figureOf(width)],
  ['drift', width => driftFigure(sampleDrift(), { scheme: 'light', width, simulated: true })],
  [
    'a break-even map',
    width => breakEvenFigure(sampleStudy(), { against: ['best', 'median'], scheme: 'light', width }),
  ],
]
