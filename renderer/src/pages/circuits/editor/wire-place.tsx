/** Where a qubit or classical bit stands in its register, and what that is called. */
import { Button, ButtonGroup } from '@blueprintjs/core'
import { ArrowDown, ArrowUp, Trash } from '@blueprintjs/icons'
import {
  removeWire,
  renameRegister,
  swapWires,
  type WireKind,
} from '../../../../../main/circuits/editing/gestures/wires'
import { EditedInput } from './edited-input'
import type { Editor } from './state/use-editor'
import { useStable } from './state/use-stable'

interface Props {
  readonly editor: Editor
  readonly kind: WireKind
  /** Among all of its kind. */
  readonly index: number
  /** Hears where it has gone. */
  readonly moved?: (index: number) => void
}

/** `Move the wire up`; of bits, of which several are listed, with the name. */
export function WirePlace({ editor, kind, index, moved }: Props) {
  const { document } = editor.view
  const wires = kind === 'qubit' ? document.qubits : document.clbits
  const what = kind === 'qubit' ? 'the wire' : wires[index]!.name
  const swap = (other: number) => {
    editor.run(swapWires(document, kind, [index, other]))
    moved?.(other)
  }
  return (
    <ButtonGroup size="small" aria-label={`${kind === 'qubit' ? 'Wire' : 'Bit'} ${wires[index]!.name}`}>
      <Button
        icon={<ArrowUp />}
        aria-label={`Move ${what} up`}
        disabled={index === 0}
        onClick={() => swap(index - 1)}
      />
      <Button
        icon={<ArrowDown />}
        aria-label={`Move ${what} down`}
        disabled={index + 1 >= wires.length}
        onClick={() => swap(index + 1)}
      />
      <Button
        icon={<Trash />}
        aria-label={`Remove ${what}`}
        onClick={() => editor.run(removeWire(document, kind, index))}
      />
    </ButtonGroup>
  )
}

interface NameProps {
  readonly editor: Editor
  readonly register: string
  readonly label: string
}

export function RegisterName({ editor, register, label }: NameProps) {
  const rename = useStable((typed: string) => {
    const to = typed.trim()
    if (to !== register) editor.run(renameRegister(editor.view.document, register, to))
  })
  return <EditedInput label={label} title="Name of the register" value={register} enter={rename} />
}
