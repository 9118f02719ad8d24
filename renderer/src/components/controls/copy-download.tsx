/** Buttons that copy text to the clipboard or save it as a file. */
import { Button, type ButtonProps } from '@blueprintjs/core'
import { Download, Duplicate, Tick } from '@blueprintjs/icons'
import { useState } from 'react'
import { save } from './save-file'

type Looks = Pick<ButtonProps, 'size' | 'variant' | 'intent'>

interface CopyProps extends Looks {
  readonly text: string
  /** Text of the button. */
  readonly label?: string
  /** Shows the icon only; `label` stays the accessible name. */
  readonly iconOnly?: boolean
}

const SHOWN_FOR_MS = 2_000

/** Copies text, and shows for two seconds whether that succeeded. */
export function CopyButton({ text, label = 'Copy', iconOnly = false, ...looks }: CopyProps) {
  const [outcome, setOutcome] = useState<string | null>(null)
  const copy = async () => {
    const result = await navigator.clipboard.writeText(text).then(
      () => 'Copied',
      () => 'Copying was refused',
    )
    setOutcome(result)
    setTimeout(() => setOutcome(null), SHOWN_FOR_MS)
  }
  return (
    <>
      <Button
        {...looks}
        icon={outcome === 'Copied' ? <Tick /> : <Duplicate />}
        aria-label={label}
        title={outcome ?? label}
        {...(iconOnly ? {} : { text: outcome ?? label })}
        onClick={() => void copy()}
      />
      <span role="status" className="pentad-hidden">
        {outcome}
      </span>
    </>
  )
}

interface DownloadProps extends Looks {
  readonly fileName: string
  /** Called on press, so that large texts are not built in advance. */
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
