/** Qubits and classical bits: added, taken away, named, and put into another order. */
import { Button, ButtonGroup } from '@blueprintjs/core'
import { Plus } from '@blueprintjs/icons'
import { memo, useState } from 'react'
import { addWire } from '../../../../../main/circuits/editing/gestures/wires'
import { BitTools } from './bit-tools'
import type { Editor } from './state/use-editor'
import { useStable } from './state/use-stable'
import { RegisterName, WirePlace } from './wire-place'

export function WireTools({ editor }: { readonly editor: Editor }) {
  const { view, caret } = editor
  const { document } = view
  const wire = document.qubits[caret.wire]
  const [areBitsShown, showBits] = useState(false)
  const addQubit = useStable(() => editor.run(addWire(document, 'qubit', wire?.register ?? 'q')))
  const addBit = useStable(() => editor.run(addWire(document, 'bit', document.clbits.at(-1)?.register ?? 'c')))
  if (view.depth > 0) return null
  return (
    <div className="circuits-wires">
      <AddWires addQubit={addQubit} addBit={addBit} />
      {wire && (
        <>
          <RegisterName key={wire.register} editor={editor} label="Register" register={wire.register} />
          <WirePlace
            editor={editor}
            kind="qubit"
            index={caret.wire}
            moved={to => editor.setCaret({ ...caret, wire: to })}
          />
        </>
      )}
      <BitTools editor={areBitsShown ? editor : null} show={showBits} />
    </div>
  )
}

interface AddProps {
  readonly addQubit: () => void
  readonly addBit: () => void
}

const AddWires = memo(({ addQubit, addBit }: AddProps) => (
  <ButtonGroup size="small">
    <Button icon={<Plus />} text="Qubit" title="Adds a qubit to the register of the caret's wire" onClick={addQubit} />
    <Button icon={<Plus />} text="Bit" title="Adds a classical bit to the last register" onClick={addBit} />
  </ButtonGroup>
))
