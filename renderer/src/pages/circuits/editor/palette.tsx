/** The gates that can be put down: a click holds one for the next clicks, dragging puts it once, keys put it at the caret. */
import { Button, ButtonGroup, Tooltip } from '@blueprintjs/core'
import { type KeyboardEvent, memo, useState } from 'react'
import { gateNamed } from '../../../../../main/contract/gates/gate-table'
import { CONTROL_TOOLS, PALETTE, type PaletteGate } from '../../../draw/circuit-editor/palette'
import { symbolOf } from '../../../draw/circuits/gate-symbol'
import { GATE_DRAGGED, type TouchDrag, useTouchDrag } from './drawing/use-touch-drag'

interface Props {
  readonly tool: string | null
  /** Gates that the text defines; the same list until they change. */
  readonly own: readonly PaletteGate[]
  /** Called where a finger has dropped a gate. */
  readonly drop: (drag: TouchDrag) => void
  readonly hold: (name: string | null) => void
  /** Called with the gate that the mouse begins to drag, and with null at the end. */
  readonly dragged: (name: string | null) => void
}

export const Palette = memo(({ tool, own, hold, dragged, drop }: Props) => {
  const { drag, ...touch } = useTouchDrag(drop)
  const [stop, stopAt] = useState(PALETTE[0]!.gates[0]!.name)
  const shown = groups(own)
  // A gate of the program may be gone.
  const isStopShown = shown.some(({ gates }) => gates.some(({ name }) => name === stop))
  return (
    <div
      className="circuits-palette"
      role="toolbar"
      aria-label="Gates"
      onKeyDown={goAlong}
      onPointerDown={touch.press}
      onPointerMove={touch.slide}
      onPointerUp={touch.release}
      onPointerCancel={touch.cancel}
    >
      {shown.map(({ title, gates }) => (
        <ButtonGroup key={title} size="small" aria-label={title} className="circuits-palette-group">
          {gates.map(gate => (
            <GateButton
              key={gate.name}
              gate={gate}
              isHeld={tool === gate.name}
              isStop={gate.name === (isStopShown ? stop : 'h')}
              hold={hold}
              dragged={dragged}
              stopAt={stopAt}
            />
          ))}
        </ButtonGroup>
      ))}
      {drag && (
        <span className="circuits-touch-drag" style={{ left: drag.x, top: drag.y }}>
          {labelOf(drag.name)}
        </span>
      )}
    </div>
  )
})

const groups = (own: readonly PaletteGate[]) => [
  ...PALETTE,
  { title: 'Controls', gates: CONTROL_TOOLS },
  ...(own.length > 0 ? [{ title: 'Of this program', gates: own }] : []),
]

/** Tab stops at one gate; arrows, Home and End lead to the others, as in any toolbar. */
function goAlong(event: KeyboardEvent<HTMLElement>): void {
  const gates = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-gate]')]
  const now = gates.indexOf(event.target as HTMLElement)
  const to = { ArrowRight: now + 1, ArrowLeft: now - 1, Home: 0, End: gates.length - 1 }[event.key]
  if (to === undefined || now === -1) return
  event.preventDefault()
  gates.at(to % gates.length)?.focus()
}

interface PaletteButtonProps extends Pick<Props, 'hold' | 'dragged'> {
  readonly gate: PaletteGate
  readonly isHeld: boolean
  /** Whether Tab stops here. */
  readonly isStop: boolean
  readonly stopAt: (name: string) => void
}

const GateButton = memo(({ gate: { name, about, key }, isHeld, isStop, stopAt, hold, dragged }: PaletteButtonProps) => {
  const help = `${name}: ${about}${key === null ? '' : ` (key ${key})`}`
  return (
    <Tooltip content={help} compact placement="top" hoverOpenDelay={400} openOnTargetFocus={false}>
      <Button
        text={labelOf(name)}
        aria-label={help}
        active={isHeld}
        aria-pressed={isHeld}
        draggable
        data-gate={name}
        tabIndex={isStop ? 0 : -1}
        onFocus={() => stopAt(name)}
        onDragStart={event => {
          event.dataTransfer.setData(GATE_DRAGGED, name)
          dragged(name)
        }}
        onDragEnd={() => dragged(null)}
        onClick={() => hold(isHeld ? null : name)}
      />
    </Tooltip>
  )
})

const MARKS: Readonly<Record<string, string>> = { ctrl: '●', negctrl: '○' }

/** The label of a gate drawn as a plain box, else its name or mark. */
function labelOf(name: string): string {
  if (gateNamed(name) === null) return MARKS[name] ?? name
  const { label, controls, target } = symbolOf(name)
  return target === 'box' && controls === 0 ? label : name
}
