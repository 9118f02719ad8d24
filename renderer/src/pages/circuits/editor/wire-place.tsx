/** Buttons that move or remove a qubit or classical bit, and the name of its register. */
import { Button, ButtonGroup } from '@blueprintjs/core'
import { ArrowDown, ArrowUp, Trash } from '@blueprintjs/icons'
import { memo } from 'react'
import {
  removeWire,
  renameRegister,
  swapWires,
  type WireKind,
} from '../../../../../main/circuits/editing/gestures/wires'
import { EditedInput } from './drawing/edited-input'
import type { Editor } from './state/use-editor'
import { useStable } from './state/use-stable'

interface Props {
  readonly editor: Editor
  readonly kind: WireKind
  /** Index among all qubits, or among all bits. */
  readonly index: number
  /** Called with the new index. */
  readonly moved?: (index: number) => void
}

/** The labels say `Move the wire up` for the one qubit, and name the bit, as several are listed. */
export function WirePlace({ editor, kind, index, moved }: Props) {
  const { document } = editor.view
  const wires = kind === 'qubit' ? document.qubits : document.clbits
  const swap = useStable((by: -1 | 1) => {
    editor.run(swapWires(document, kind, [index, index + by]))
    moved?.(index + by)
  })
  const remove = useStable(() => editor.run(removeWire(document, kind, index)))
  const { name } = wires[index]!
  return (
    <PlaceButtons
      kind={kind}
      name={name}
      swap={swap}
      remove={remove}
      isFirst={index === 0}
      isLast={index + 1 >= wires.length}
    />
  )
}

interface ButtonsProps {
  readonly kind: WireKind
  readonly name: string
  readonly isFirst: boolean
  readonly isLast: boolean
  readonly swap: (by: -1 | 1) => void
  readonly remove: () => void
}

const PlaceButtons = memo(({ kind, name, isFirst, isLast, swap, remove }: ButtonsProps) => {
  const what = kind === 'qubit' ? 'the wire' : name
  return (
    <ButtonGroup size="small" aria-label={`${kind === 'qubit' ? 'Wire' : 'Bit'} ${name}`}>
      <Button icon={<ArrowUp />} aria-label={`Move ${what} up`} disabled={isFirst} onClick={() => swap(-1)} />
      <Button icon={<ArrowDown />} aria-label={`Move ${what} down`} disabled={isLast} onClick={() => swap(1)} />
      <Button icon={<Trash />} aria-label={`Remove ${what}`} onClick={remove} />
    </ButtonGroup>
  )
})

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
