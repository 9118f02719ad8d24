/** The steps in view. */
import { memo } from 'react'
import type { CircuitDocument, DrawnStep } from '../../../../../../main/circuits/editing/document/model'
import { type PlacedStep, stepLabel } from '../../../../draw/circuit-editor/cells'
import { StepGlyph } from './step-glyph'

interface Props {
  readonly seen: readonly PlacedStep[]
  readonly document: CircuitDocument
  readonly selected: readonly DrawnStep[]
  /** Steps whose statement the cursor of the text is in. */
  readonly pointed: readonly DrawnStep[]
}

export const StepLayer = memo(({ seen, document, selected, pointed }: Props) => {
  const chosen = new Set(selected)
  return seen.map(one => (
    <StepGlyph
      key={`${one.moment} ${one.top}`}
      placed={one}
      document={document}
      text={stepLabel(document, one.step)}
      isSelected={chosen.has(one.step)}
      isPointed={pointed.includes(one.step)}
    />
  ))
})
