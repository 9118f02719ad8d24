/**
 * A map with the figures of one part: the part under the pointer, else the one selected by click, touch or arrow keys.
 */
import { Button } from '@blueprintjs/core'
import { KeyCommand } from '@blueprintjs/icons'
import { type KeyboardEvent, type ReactNode, useMemo } from 'react'
import { type Direction, edgeId, type MappedDevice, partTowards, qubitId } from '../../draw/calibration/calibration-map'
import { GraphDrawing, type GraphProps } from './graph'

interface Props extends GraphProps {
  readonly device: MappedDevice
  readonly selected: string | null
  readonly onSelect: (id: string | null) => void
  /** Figures of the current part, or a hint when there is none. */
  readonly reading: ReactNode
}

const ARROWS: Record<string, Direction> = { ArrowUp: 'up', ArrowDown: 'down', ArrowLeft: 'left', ArrowRight: 'right' }

export function GraphWithReading({ device, reading, ...graph }: Props) {
  const { elements, selected, onSelect } = graph
  const shown = useMemo(() => {
    const ids = new Set(elements.map(element => element.data.id))
    return {
      ...device,
      qubits: device.qubits.filter(qubit => ids.has(qubitId(qubit.index))),
      couplings: device.couplings.filter(([a, b]) => ids.has(edgeId(a, b))),
    }
  }, [device, elements])
  const move = (event: KeyboardEvent) => {
    const direction = ARROWS[event.key]
    if (direction === undefined) return
    event.preventDefault()
    const next = partTowards(shown, { selected, direction, alongCoupling: event.shiftKey })
    if (next === null) return
    // The pointer may still rest on the map; the part selected last is shown.
    graph.onHover?.(null)
    onSelect(next)
  }
  return (
    <div className="pentad-graph-read">
      <Button
        size="small"
        variant="minimal"
        text="Move over the map with the arrow keys"
        icon={<KeyCommand />}
        title="Arrows go from qubit to qubit; Shift and an arrow stop at the coupling between"
        onClick={() => selected ?? onSelect(shown.qubits[0] ? qubitId(shown.qubits[0].index) : null)}
        onKeyDown={move}
      />
      <div className="pentad-graph-reading" role="status">
        {reading}
      </div>
      <GraphDrawing {...graph} />
    </div>
  )
}
