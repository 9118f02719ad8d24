/** Classical bits, which have no wires in the drawing: named, added, taken away, and put into another order. */
import { Button, InputGroup, PopoverNext } from '@blueprintjs/core'
import { memo, useState } from 'react'
import type { CircuitWire } from '../../../../../main/circuits/editing/document/model'
import { addRegister, addWire } from '../../../../../main/circuits/editing/gestures/wires'
import { countWithNoun } from '../../../draw/format/quantity'
import type { Editor } from './state/use-editor'
import { RegisterName, WirePlace } from './wire-place'

interface Props {
  readonly editor: Editor
}

/** Bits that are listed; further ones are edited in the text. */
const MAX_LISTED = 100

interface BitToolsProps {
  /** null while the registers are hidden, as the button does not depend on it. */
  readonly editor: Editor | null
  /** Called with true when the registers open, and with false once they have faded. */
  readonly show: (isShown: boolean) => void
}

export const BitTools = memo(({ editor, show }: BitToolsProps) => (
  <PopoverNext
    content={editor ? <Registers editor={editor} /> : CLOSED}
    onOpening={() => show(true)}
    onClosed={() => show(false)}
    placement="bottom"
    arrow={false}
    autoFocus
  >
    <Button size="small" text="Bits…" title="Registers of classical bits: names, order, size" aria-haspopup="dialog" />
  </PopoverNext>
))

/** Without content a popover does not open. */
const CLOSED = <div className="circuits-registers" />

function Registers({ editor }: Props) {
  const { clbits } = editor.view.document
  const listed = clbits.slice(0, MAX_LISTED)
  const names = [...new Set(listed.map(({ register }) => register))]
  return (
    <div className="circuits-registers">
      {names.map(name => (
        <BitRegister
          key={name}
          editor={editor}
          register={name}
          bits={listed.filter(({ register }) => register === name)}
        />
      ))}
      {clbits.length > MAX_LISTED && (
        <p className="pentad-quiet">{`The first ${MAX_LISTED} of ${countWithNoun(clbits.length, 'bit')}.`}</p>
      )}
      <NewRegister editor={editor} />
      {editor.refusal && <p className="circuits-fault-here">{editor.refusal.reason}</p>}
    </div>
  )
}

interface RegisterProps extends Props {
  readonly register: string
  readonly bits: readonly CircuitWire[]
}

function BitRegister({ editor, register, bits }: RegisterProps) {
  const { document } = editor.view
  return (
    <fieldset>
      <legend className="pentad-quiet">{countWithNoun(bits.length, 'bit')}</legend>
      <div className="circuits-wires">
        <RegisterName key={register} editor={editor} label={`Register ${register}`} register={register} />
        <Button
          size="small"
          text="One bit more"
          aria-label={`One bit more in ${register}`}
          onClick={() => editor.run(addWire(document, 'bit', register))}
        />
      </div>
      <ul>
        {bits.map(({ name }) => (
          <li key={name} className="circuits-wires">
            <code>{name}</code>
            <WirePlace editor={editor} kind="bit" index={document.clbits.findIndex(bit => bit.name === name)} />
          </li>
        ))}
      </ul>
    </fieldset>
  )
}

function NewRegister({ editor }: Props) {
  const [name, setName] = useState('')
  const add = () => {
    editor.run(addRegister(editor.view.document, { name: name.trim(), kind: 'bit', size: 1 }))
    setName('')
  }
  return (
    <form
      className="circuits-wires"
      onSubmit={event => {
        event.preventDefault()
        add()
      }}
    >
      <InputGroup
        size="small"
        aria-label="New register"
        placeholder="name of a new register"
        value={name}
        onValueChange={setName}
      />
      <Button type="submit" size="small" text="Add" disabled={name.trim() === ''} />
    </form>
  )
}
