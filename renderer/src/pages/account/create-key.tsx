/** The dialog that creates an API key. */
import { Checkbox, Dialog, DialogBody, DialogFooter, FormGroup, InputGroup } from '@blueprintjs/core'
import { type SubmitEvent, useState } from 'react'
import { routes } from '../../../../main/contract/routes'
import type { KeyRole, NewKey } from '../../../../main/contract/service/account'
import { useAction } from '../../api/use-action'
import { useApi } from '../../api/use-api'
import { ActionButton } from '../../components/controls/action-button'
import { useFocusReturn } from '../../components/controls/use-focus-return'
import { ProblemMessage } from '../../components/messages/answer'
import { OFFERED, ROLES } from './roles'

interface CreateKeyProps {
  readonly isOpen: boolean
  readonly close: () => void
  readonly created: (key: NewKey) => void
}

export const CreateKeyDialog = ({ isOpen, close, created }: CreateKeyProps) => (
  <Dialog isOpen={isOpen} onClose={close} title="Create an API key" className="pentad-dialog">
    <CreateKeyForm created={created} />
  </Dialog>
)

function CreateKeyForm({ created }: Pick<CreateKeyProps, 'created'>) {
  // Where an address opened the dialog, there is no button that the focus could return to.
  useFocusReturn()
  const { call } = useApi()
  const [name, setName] = useState('')
  const [roles, setRoles] = useState<readonly KeyRole[]>(['jobs'])
  const send = useAction(async () => created(await call(routes.createKey, { body: { name, roles: [...roles] } })))
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    void send.run()
  }
  const toggle = (role: KeyRole) =>
    setRoles(roles.includes(role) ? roles.filter(other => other !== role) : [...roles, role])
  return (
    <form onSubmit={submit}>
      <DialogBody>
        <FormGroup label="Name" labelFor="key-name" helperText="Which script or person it is for">
          <InputGroup id="key-name" value={name} maxLength={100} autoFocus onValueChange={setName} />
        </FormGroup>
        <fieldset className="pentad-fieldset">
          <legend>Roles</legend>
          {OFFERED.map(role => (
            <Checkbox key={role} checked={roles.includes(role)} onChange={() => toggle(role)}>
              <strong>{role}</strong>: {ROLES[role]}
            </Checkbox>
          ))}
        </fieldset>
        {send.error && <ProblemMessage problem={send.error} />}
      </DialogBody>
      <DialogFooter
        actions={
          <ActionButton
            type="submit"
            intent="primary"
            text="Create"
            loading={send.running}
            disabled={name.trim() === '' || roles.length === 0}
          />
        }
      />
    </form>
  )
}
