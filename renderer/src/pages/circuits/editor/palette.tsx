/** The gates that can be put down: a click holds one for the next clicks, dragging puts it once, keys put it at the caret. */
import { Button, ButtonGroup, Tooltip } from '@blueprintjs/core'
import { memo } from 'react'
import { PALETTE, type PaletteGate } from '../../../draw/circuit-editor/palette'
import { symbolOf } from '../../../draw/circuits/gate-symbol'
import { GATE_DRAGGED } from './drawing/gate-dragged'

interface Props {
  readonly tool: string | null
  readonly hold: (name: string | null) => void
}

export const Palette = memo(({ tool, hold }: Props) => (
  <div className="circuits-palette" role="toolbar" aria-label="Gates">
    {PALETTE.map(({ title, gates }) => (
      <ButtonGroup key={title} size="small" aria-label={title} className="circuits-palette-group">
        {gates.map(gate => (
          <GateButton key={gate.name} gate={gate} isHeld={tool === gate.name} hold={hold} />
        ))}
      </ButtonGroup>
    ))}
  </div>
))

interface ButtonProps extends Pick<Props, 'hold'> {
  readonly gate: PaletteGate
  readonly isHeld: boolean
}

const GateButton = memo(({ gate: { name, about, key }, isHeld, hold }: ButtonProps) => {
  const help = `${name}: ${about}${key === null ? '' : ` (key ${key})`}`
  return (
    <Tooltip content={help} compact placement="top" hoverOpenDelay={400} openOnTargetFocus={false}>
      <Button
        text={labelOf(name)}
        aria-label={help}
        active={isHeld}
        aria-pressed={isHeld}
        draggable
        onDragStart={event => event.dataTransfer.setData(GATE_DRAGGED, name)}
        onClick={() => hold(isHeld ? null : name)}
      />
    </Tooltip>
  )
})

/** Boxes by their label, marks by their name. */
function labelOf(name: string): string {
  const { label, controls, target } = symbolOf(name)
  return target === 'box' && controls === 0 ? label : name
}
