/** Buttons that hand something over: to the clipboard or as a file. */
import { Button, type ButtonProps } from '@blueprintjs/core'
import { Download, Duplicate, Tick } from '@blueprintjs/icons'
import { useState } from 'react'
import { save } from './save-file'

type Looks = Pick<ButtonProps, 'size' | 'variant' | 'intent'>

interface CopyProps extends Looks {
  readonly text: string
  /** The button's word; "Copy" when left out. */
  readonly label?: string
  /** Shows the icon only; `label` stays the accessible name. */
  readonly iconOnly?: boolean
}

const SAID_FOR_MS = 2_000

/** Copies text and says so; where the clipboard is refused it says that instead. */
export function CopyButton({ text, label = 'Copy', iconOnly = false, ...looks }: CopyProps) {
  const [said, setSaid] = useState<string | null>(null)
  const copy = async () => {
    const outcome = await navigator.clipboard.writeText(text).then(
      () => 'Copied',
      () => 'Copying was refused',
    )
    setSaid(outcome)
    setTimeout(() => setSaid(null), SAID_FOR_MS)
  }
  return (
    <>
      <Button
        {...looks}
        icon={said === 'Copied' ? <Tick /> : <Duplicate />}
        aria-label={label}
        title={said ?? label}
        {...(iconOnly ? {} : { text: said ?? label })}
        onClick={() => void copy()}
      />
      <span role="status" className="pentad-hidden">
        {said}
      </span>
    </>
  )
}

interface DownloadProps extends Looks {
  readonly fileName: string
  /** Called at the press, so that large texts are not built before. */
  readonly content: () => string | Uint8Array<ArrayBuffer>
  readonly label?: string
  readonly type?: string
}

/** Saves a file made in the window. */
export function DownloadButton({
  fileName,
  content,
  label = 'Download',
  type = 'application/json',
  ...looks
}: DownloadProps) {
  const download = () => save(fileName, new Blob([content()], { type }))
  return <Button {...looks} icon={<Download />} text={label} onClick={download} />
}
