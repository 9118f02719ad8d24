/** A new name for a saved circuit, in its place in the list. */
import { InputGroup } from '@blueprintjs/core'
import { type KeyboardEvent, useState } from 'react'
import type { SavedCircuit } from '../../../../../main/contract/jobs/saved-circuit'
import { routes } from '../../../../../main/contract/routes'
import { useAction } from '../../../api/use-action'
import { useApi } from '../../../api/use-api'
import { ProblemMessage } from '../../../components/messages/answer'

interface Props {
  readonly circuit: SavedCircuit
  readonly done: (isChanged: boolean) => void
}

/** Enter renames, Escape leaves the name as it was. */
export function RenameField({ circuit: { circuit_id, name }, done }: Props) {
  const { call } = useApi()
  const [text, setText] = useState(name)
  const rename = useAction(async () => {
    await call(routes.renameSavedCircuit, { params: { circuit_id }, body: { name: text } })
    done(true)
  })
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== 'Escape') return
    // Escape would close the dialog.
    event.stopPropagation()
    if (event.key === 'Escape') done(false)
    else if (text.trim() !== '') void rename.run()
  }
  return (
    <>
      <InputGroup
        autoFocus
        size="small"
        aria-label={`New name of ${name}`}
        maxLength={200}
        value={text}
        disabled={rename.running}
        onValueChange={setText}
        onKeyDown={press}
      />
      {rename.error && <ProblemMessage problem={rename.error} />}
    </>
  )
}
