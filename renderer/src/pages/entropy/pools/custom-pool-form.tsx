/** The form of a new pool, or of changes to a pool. */
import { useState } from 'react'
import type { CustomPool, SourcePoolLevel } from '../../../../../main/contract/entropy/pool'
import { routes } from '../../../../../main/contract/routes'
import { useAction } from '../../../api/use-action'
import { useApi } from '../../../api/use-api'
import { ActionButton } from '../../../components/controls/action-button'
import { CheckboxGroup } from '../../../components/controls/checkbox-group'
import { Field } from '../../../components/controls/field'
import { Panel } from '../../../components/layout/page'
import { ProblemMessage } from '../../../components/messages/answer'

interface Props {
  readonly sources: readonly SourcePoolLevel[]
  /** The pool to change; left out for a new one. */
  readonly pool?: CustomPool
  readonly changed: () => void
}

const isName = (text: string) => /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/.test(text)

export function CustomPoolForm({ sources, pool, changed }: Props) {
  const { call } = useApi()
  const [pool_id, setId] = useState(pool?.pool_id ?? '')
  const [label, setLabel] = useState(pool?.label ?? '')
  const [members, setMembers] = useState<readonly string[]>(pool?.sources ?? [])
  const save = useAction(async () => {
    const body = { pool_id, ...(label.trim() !== '' && { label }), sources: [...members] }
    await call(pool ? routes.updateCustomPool : routes.createCustomPool, { body })
    if (!pool) {
      setId('')
      setLabel('')
      setMembers([])
    }
    changed()
  })
  const ready = isName(pool_id) && members.length >= 2 && members.length <= 8
  return (
    <Panel title={pool ? `Edit ${pool.pool_id}` : 'New custom pool'}>
      <form
        className="entropy-form"
        onSubmit={event => {
          event.preventDefault()
          if (ready) void save.run()
        }}
      >
        {!pool && (
          <Field
            label="Pool id"
            hint="how draws name it: letters, digits, dot, dash and underscore, at most 64"
            value={pool_id}
            fault={
              pool_id === '' || isName(pool_id) ? undefined : 'letters, digits, dot, dash and underscore, at most 64'
            }
            change={setId}
          />
        )}
        <Field label="Label" hint="for people; may be left empty" value={label} change={setLabel} />
        <CheckboxGroup
          legend="Sources"
          options={sources.map(({ source, short_name }) => [source, short_name] as const)}
          chosen={members}
          choose={setMembers}
          hint="two to eight, no two of one physical group; all count alike"
          fault={members.length === 1 || members.length > 8 ? 'choose two to eight' : undefined}
        />
        <ActionButton
          type="submit"
          intent="primary"
          text={pool ? 'Save' : 'Create the pool'}
          disabled={!ready}
          loading={save.running}
        />
        {save.error && <ProblemMessage problem={save.error} />}
      </form>
    </Panel>
  )
}
