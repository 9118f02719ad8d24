/** The steps in view, and which of them are selected. */
import { memo } from 'react'
import type { CircuitDocument, DrawnStep } from '../../../../../../main/circuits/editing/document/model'
import { type PlacedStep, stepLabel } from '../../../../draw/circuit-editor/cells'
import { FRAME_RADIUS, frameOf, StepGlyph } from './step-glyph'

interface Props {
  readonly seen: readonly PlacedStep[]
  readonly document: CircuitDocument
  /** Steps whose statement the cursor of the text is in. */
  readonly pointed: readonly DrawnStep[]
}

export const StepLayer = memo(({ seen, document, pointed }: Props) =>
  seen.map(one => (
    <StepGlyph
      key={`${one.moment} ${one.top}`}
      placed={one}
      document={document}
      text={stepLabel(document, one.step)}
      isPointed={pointed.includes(one.step)}
    />
  )),
)

interface SelectionProps {
  readonly seen: readonly PlacedStep[]
  readonly selected: readonly DrawnStep[]
}

/** One path for all frames: a frame inside each step would draw every gate in view again when all are selected. */
export const SelectionLayer = memo(({ seen, selected }: SelectionProps) => {
  const chosen = new Set(selected)
  const frames = seen.filter(({ step }) => chosen.has(step)).map(framePath)
  return frames.length > 0 && <path className="circuits-selected" d={frames.join('')} />
})

function framePath(placed: PlacedStep): string {
  const { x, y, width, height } = frameOf(placed)
  const r = FRAME_RADIUS
  const [across, down] = [width - 2 * r, height - 2 * r]
  const corner = (dx: number, dy: number) => `a${r},${r} 0 0 1 ${dx},${dy}`
  return `M${x + r},${y}h${across}${corner(r, r)}v${down}${corner(-r, r)}h${-across}${corner(-r, -r)}v${-down}${corner(r, -r)}z`
}
