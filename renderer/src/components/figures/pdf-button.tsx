/** A button that makes a PDF in the window and saves it without a dialog. */
import type { ButtonProps } from '@blueprintjs/core'
import { Download } from '@blueprintjs/icons'
import { useAction } from '../../api/use-action'
import { ActionButton } from '../controls/action-button'
import { save } from '../controls/save-file'
import { ProblemMessage } from '../messages/answer'

interface Props extends Pick<ButtonProps, 'size'> {
  readonly fileName: string
  readonly make: () => Promise<BlobPart>
}

export function PdfButton({ fileName, make, size }: Props) {
  const making = useAction(async () => save(fileName, new Blob([await make()], { type: 'application/pdf' })))
  return (
    <>
      <ActionButton
        {...(size && { size })}
        intent="primary"
        icon={<Download />}
        text="PDF report"
        loading={making.running}
        onClick={() => void making.run()}
      />
      {making.error && <ProblemMessage problem={making.error} />}
    </>
  )
}
