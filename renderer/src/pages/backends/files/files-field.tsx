/** One to four files, chosen or dropped. */
import { FileInput, FormGroup } from '@blueprintjs/core'
import { type DragEvent, type Ref, useId, useState } from 'react'

/** Most files that make one snapshot. */
export const MAX_FILES = 4

interface Props {
  readonly files: readonly File[]
  readonly choose: (files: readonly File[]) => void
  /** The file input, for a key that opens it. */
  readonly input?: Ref<HTMLInputElement>
}

export function FilesField({ files, choose, input }: Props) {
  const id = useId()
  const [over, setOver] = useState(false)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    choose([...event.dataTransfer.files])
  }
  const drag = (event: DragEvent, isOver: boolean) => {
    event.preventDefault()
    setOver(isOver)
  }
  return (
    <section
      aria-label="Place to drop files"
      className={`backends-drop${over ? ' backends-drop-over' : ''}`}
      onDragOver={event => drag(event, true)}
      onDragLeave={event => drag(event, false)}
      onDrop={drop}
    >
      <FormGroup
        label="Files"
        labelFor={id}
        helperText="Choose or drop them. One file, or those that belong together: IBM conf and props; Google calibration and spec; CSV tables of qubits and couplings."
      >
        <FileInput
          fill
          text={files.length > 0 ? files.map(file => file.name).join(', ') : 'Choose one or more files'}
          hasSelection={files.length > 0}
          inputProps={{
            id,
            ...(input && { ref: input }),
            multiple: true,
            accept: '.json,.csv,.tsv,.txt,.proto,application/json,text/csv,text/plain',
            // Cleared, so that choosing the same file again, once corrected, counts as a change.
            onClick: event => {
              event.currentTarget.value = ''
            },
            onChange: event => choose([...(event.currentTarget.files ?? [])]),
          }}
        />
      </FormGroup>
    </section>
  )
}

/** Names and contents of the files, as they are sent; rejects where a file was moved or its disk is gone. */
export const readFiles = (files: readonly File[]) =>
  Promise.all(files.map(async file => ({ name: file.name, content: await file.text() })))
