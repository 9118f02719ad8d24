/** Asked before another circuit takes the place of a draft with changes that are not saved. */
import { Button, Dialog, DialogBody, DialogFooter, InputGroup } from '@blueprintjs/core'
import { useEffect, useState } from 'react'
import { useAction } from '../../../api/use-action'
import { useFocusReturn } from '../../../components/controls/use-focus-return'
import { ProblemMessage } from '../../../components/messages/answer'
import { useOpenCircuit, useProposedName } from './open-circuit'
import { useUnsavedWork } from './unsaved-work'
import { useSaveDraft } from './use-save-draft'

export function ReplaceDialog() {
  const answer = useUnsavedWork(work => work.answer)
  return answer === null ? null : <Question answer={answer} />
}

function Question({ answer }: { readonly answer: (isReplaced: boolean) => void }) {
  useFocusReturn()
  const { open } = useOpenCircuit()
  const saveDraft = useSaveDraft()
  const [name, setName] = useState(useProposedName())
  const save = useAction(async () => {
    await saveDraft(name)
    answer(true)
  })
  // Leaving the page with the question open counts as no.
  useEffect(() => () => answer(false), [answer])
  const canSave = open !== null || name.trim() !== ''
  return (
    <Dialog isOpen title="Save the circuit before it is replaced?" onClose={() => answer(false)}>
      <DialogBody className="circuits-replace">
        <p>
          {open === null ? 'It is not saved.' : 'It has changed since it was saved.'} Undo brings it back either way, as
          long as this browser keeps its history.
        </p>
        {open === null && (
          <InputGroup
            autoFocus
            aria-label="Name to save the circuit by"
            placeholder="name to save by"
            maxLength={200}
            value={name}
            onValueChange={setName}
            onKeyDown={event => event.key === 'Enter' && canSave && void save.run()}
          />
        )}
        {save.error && <ProblemMessage problem={save.error} />}
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button text="Cancel" onClick={() => answer(false)} />
            <Button text="Replace it" onClick={() => answer(true)} />
            <Button
              intent="primary"
              text="Save and go on"
              disabled={!canSave}
              loading={save.running}
              onClick={() => void save.run()}
            />
          </>
        }
      />
    </Dialog>
  )
}
