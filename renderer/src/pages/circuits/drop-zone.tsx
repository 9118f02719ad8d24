/** Takes a circuit file that is dragged onto it. A button beside it does the same without dragging. */
import { type DragEvent, type ReactNode, useState } from 'react'
import { useAction } from '../../api/use-action'
import { ProblemMessage } from '../../components/messages/answer'

interface Props {
  readonly load: (file: File) => Promise<void>
  readonly children: ReactNode
}

const carriesFile = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes('Files')

export function DropZone({ load, children }: Props) {
  const [over, setOver] = useState(false)
  const read = useAction(load)
  const drag = (event: DragEvent) => {
    // Text dragged within the pane is moved by the browser.
    if (!carriesFile(event)) return
    event.preventDefault()
    setOver(true)
  }
  const drop = (event: DragEvent) => {
    setOver(false)
    const file = event.dataTransfer.files[0]
    if (file === undefined) return
    event.preventDefault()
    // Otherwise the text editor would insert the file at its cursor, too.
    event.stopPropagation()
    void read.run(file)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a place to drop on; "Import a file" is its keyboard equivalent
    <div
      className="circuits-drop"
      data-over={over || undefined}
      onDragOver={drag}
      onDragLeave={() => setOver(false)}
      onDropCapture={drop}
    >
      {children}
      {read.error && <ProblemMessage problem={read.error} />}
    </div>
  )
}
