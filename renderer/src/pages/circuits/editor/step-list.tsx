/** The drawing as a list of its steps, which is edited by the same keys: for screen readers, and for small screens. */
import { type KeyboardEvent, useEffect, useId } from 'react'
import { useVirtualRows } from '../../../components/tables/use-virtual-rows'
import { stepLabel } from '../../../draw/circuit-editor/cells'
import type { Editor } from './state/use-editor'
import { pressKey } from './state/use-keys'

/** Pixels, as the style sheet has it. */
const ROW_HEIGHT = 28

export function StepList({ editor }: { readonly editor: Editor }) {
  const { view, grid, caret, selected } = editor
  const { placed } = grid
  const id = useId()
  const rows = useVirtualRows<HTMLDivElement>(placed.length, ROW_HEIGHT)
  const at = placed.findIndex(
    ({ moment, top, bottom }) => moment === caret.moment && top <= caret.wire && caret.wire <= bottom,
  )
  const chosen = new Set(selected)
  const { element } = rows
  useEffect(() => {
    const list = element.current
    if (list === null || at === -1) return
    if (at * ROW_HEIGHT < list.scrollTop) list.scrollTop = at * ROW_HEIGHT
    const end = (at + 1) * ROW_HEIGHT - list.clientHeight
    if (end > list.scrollTop) list.scrollTop = end
  }, [at, element])
  const goTo = (step: number) => {
    const to = placed[Math.max(0, Math.min(step, placed.length - 1))]
    if (to) editor.setCaret({ wire: to.step.qubits[0] ?? to.top, moment: to.moment })
  }
  const press = (event: KeyboardEvent) => {
    const to = targetOf(event, at, placed.length)
    if (to === null) return pressKey(editor, event)
    event.preventDefault()
    goTo(to)
  }
  return (
    <div
      ref={element}
      onScroll={rows.onScroll}
      className="pentad-scroll circuits-step-list"
      role="listbox"
      aria-label="Steps of the circuit"
      aria-multiselectable
      aria-activedescendant={at === -1 ? undefined : `${id}-${at}`}
      tabIndex={0}
      onKeyDown={press}
    >
      <div style={{ height: placed.length * ROW_HEIGHT }}>
        <div style={{ transform: `translateY(${rows.first * ROW_HEIGHT}px)` }}>
          {placed.slice(rows.first, rows.end).map(({ step, moment }, row) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/useFocusableInteractive: the list has the focus and the keys
            <div
              key={step.id}
              id={`${id}-${rows.first + row}`}
              role="option"
              aria-selected={chosen.has(step)}
              aria-posinset={rows.first + row + 1}
              aria-setsize={placed.length}
              data-active={rows.first + row === at || undefined}
              className="circuits-step-row"
              onClick={() => {
                goTo(rows.first + row)
                editor.select([step.id])
              }}
              onDoubleClick={() => editor.open(step)}
            >
              <span className="pentad-quiet">{moment + 1}</span>
              <code>{stepLabel(view.document, step)}</code>
            </div>
          ))}
        </div>
      </div>
    </div>
  )
}

/** Row that a key of the list leads to; null for the other keys, which the drawing handles. */
function targetOf(
  { key, shiftKey, ctrlKey, metaKey, altKey }: KeyboardEvent,
  at: number,
  count: number,
): number | null {
  if (shiftKey || ctrlKey || metaKey || altKey) return null
  const targets: Readonly<Record<string, number>> = { ArrowUp: at - 1, ArrowDown: at + 1, Home: 0, End: count - 1 }
  return targets[key] ?? null
}
