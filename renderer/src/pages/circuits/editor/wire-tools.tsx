/** Qubits and classical bits: added, taken away, named, and put into another order. */
import { Button, ButtonGroup, InputGroup } from '@blueprintjs/core'
import { ArrowDown, ArrowUp, Plus, Trash } from '@blueprintjs/icons'
import { memo, useState } from 'react'
import { addWire, removeWire, renameRegister, swapWires } from '../../../../../main/circuits/editing/gestures/wires'
import type { Editor } from './state/use-editor'
import { useStable } from './state/use-stable'

export function WireTools({ editor }: { readonly editor: Editor }) {
  const { view, caret } = editor
  const { document } = view
  const wire = document.qubits[caret.wire]
  const rename = useStable((to: string) => editor.run(renameRegister(document, wire?.register ?? '', to)))
  if (view.depth > 0) return null
  const swap = (other: number) => {
    editor.run(swapWires(document, 'qubit', [caret.wire, other]))
    editor.setCaret({ ...caret, wire: other })
  }
  return (
    <div className="circuits-wires">
      <ButtonGroup size="small">
        <Button
          icon={<Plus />}
          text="Qubit"
          title="Adds a qubit to the register of the caret's wire"
          onClick={() => editor.run(addWire(document, 'qubit', wire?.register ?? 'q'))}
        />
        <Button
          icon={<Plus />}
          text="Bit"
          title="Adds a classical bit to the last register"
          onClick={() => editor.run(addWire(document, 'bit', document.clbits.at(-1)?.register ?? 'c'))}
        />
      </ButtonGroup>
      {wire && (
        <>
          <Renamed key={wire.register} name={wire.register} rename={rename} />
          <ButtonGroup size="small" aria-label={`Wire ${wire.name}`}>
            <Button
              icon={<ArrowUp />}
              aria-label="Move the wire up"
              disabled={caret.wire === 0}
              onClick={() => swap(caret.wire - 1)}
            />
            <Button
              icon={<ArrowDown />}
              aria-label="Move the wire down"
              disabled={caret.wire + 1 >= document.qubits.length}
              onClick={() => swap(caret.wire + 1)}
            />
            <Button
              icon={<Trash />}
              aria-label="Remove the wire"
              onClick={() => editor.run(removeWire(document, 'qubit', caret.wire))}
            />
          </ButtonGroup>
        </>
      )}
    </div>
  )
}

interface RenamedProps {
  readonly name: string
  readonly rename: (to: string) => void
}

const Renamed = memo(({ name, rename }: RenamedProps) => {
  const [typed, setTyped] = useState(name)
  const done = () => typed.trim() !== name && rename(typed.trim())
  return (
    <InputGroup
      size="small"
      aria-label="Register"
      title="Name of the register of the caret's wire"
      value={typed}
      onValueChange={setTyped}
      onBlur={done}
      onKeyDown={event => event.key === 'Enter' && done()}
    />
  )
})
