/** A gate of the program from a matrix that is typed or pasted. */
import { Button, Dialog, DialogBody, DialogFooter, InputGroup, TextArea } from '@blueprintjs/core'
import { memo, useId, useState } from 'react'
import { type OneQubitMatrix, readUnitary } from '../../../../../main/circuits/editing/matrix/one-qubit-matrix'

const HADAMARD = '1/sqrt(2), 1/sqrt(2)\n1/sqrt(2), -1/sqrt(2)'

interface Props {
  /** Adds the gate to the program; returns why it is refused, else null. */
  readonly define: (name: string, matrix: OneQubitMatrix) => string | null
}

export const MatrixGate = memo(({ define }: Props) => {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        size="small"
        text="Matrix…"
        title="Makes a gate on one qubit from its matrix"
        onClick={() => setOpen(true)}
      />
      <Dialog isOpen={isOpen} onClose={() => setOpen(false)} title="A gate from its matrix" className="pentad-dialog">
        <Entry define={define} close={() => setOpen(false)} />
      </Dialog>
    </>
  )
})

function Entry({ define, close }: Props & { readonly close: () => void }) {
  const [name, setName] = useState('')
  const [text, setText] = useState(HADAMARD)
  const [refusal, setRefusal] = useState<string | null>(null)
  const id = useId()
  const matrix = readUnitary(text)
  const fault = typeof matrix === 'string' ? matrix : refusal
  const make = () => {
    if (typeof matrix === 'string') return
    const reason = define(name.trim(), matrix)
    setRefusal(reason)
    if (reason === null) close()
  }
  return (
    <>
      <DialogBody>
        <InputGroup
          autoFocus
          aria-label="Name of the gate"
          placeholder="name of the gate"
          value={name}
          onValueChange={typed => {
            setName(typed)
            setRefusal(null)
          }}
          onKeyDown={event => event.key === 'Enter' && make()}
        />
        <TextArea
          fill
          rows={3}
          className="circuits-matrix"
          aria-label="Matrix"
          aria-describedby={id}
          aria-invalid={typeof matrix === 'string'}
          value={text}
          onChange={event => setText(event.currentTarget.value)}
        />
        <p id={id} role="status" className={fault === null ? 'pentad-quiet' : 'circuits-matrix-fault'}>
          {fault ?? 'Unitary. It is written as U with a phase, which is the same gate.'}
        </p>
        <p className="pentad-quiet">
          Two rows of two entries with a comma between them: numbers, i, pi, sqrt, exp, sin and cos. Brackets as NumPy
          writes them are taken as well.
        </p>
      </DialogBody>
      <DialogFooter
        actions={
          <Button
            intent="primary"
            text="Make the gate"
            disabled={name.trim() === '' || typeof matrix === 'string'}
            onClick={make}
          />
        }
      />
    </>
  )
}
