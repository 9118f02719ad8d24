/** A break-even map as one tidy CSV: a line for each point's figure and each crossing, with its interval. */
import { csvText } from '../../../../main/contract/model/csv-text'
import type { Estimate } from '../../../../main/contract/model/primitives'
import type { Study } from '../../../../main/contract/runs/studies'
import { intervalCells } from '../format/interval-cells'
import { survivalShortText } from '../runs/survival-text'

const HEADER = [
  'study_id',
  'calibration_id',
  'simulated',
  'kind',
  'scale',
  'quantity',
  'value',
  'low',
  'high',
  'confidence',
  'method',
]

const figuresOf = (point: Study['points'][number]): [string, Estimate][] => [
  ['logical_error', point.logical_error],
  ['physical_best', point.physical_best],
  ['physical_median', point.physical_median],
  ['gain_best', point.gain_best.estimate],
  ['gain_median', point.gain_median.estimate],
  ['acceptance', point.acceptance],
]

/** The word of the survival verdict stands in the column of methods: it is no number. */
const survivalLine = ({ kind, scale, survival_verdict }: Study['points'][number]) =>
  survival_verdict === undefined
    ? []
    : [[kind, scale, 'survival_verdict', null, null, null, null, survivalShortText(survival_verdict)]]

export function studyCsv(study: Study): string {
  const points = study.points.flatMap(point =>
    figuresOf(point).map(([quantity, figure]) => [point.kind, point.scale, quantity, ...intervalCells(figure)]),
  )
  const survival = study.points.flatMap(survivalLine)
  const crossings = study.crossings.map(({ kind, against, factor }) => [
    kind,
    null,
    `crossing_${against}`,
    ...intervalCells(factor),
  ])
  const identity = [study.study_id, study.calibration_id, String(study.simulated)]
  const lines = [...points, ...survival, ...crossings].map(line => [...identity, ...line])
  return csvText([HEADER, ...lines])
}
