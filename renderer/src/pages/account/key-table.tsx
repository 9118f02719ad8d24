import { Button, Tag } from '@blueprintjs/core'
import { useState } from 'react'
import { utc } from '../../../../main/contract/model/iso-time'
import { routes } from '../../../../main/contract/routes'
import type { ApiKey, NewKey } from '../../../../main/contract/service/account'
import { useAction } from '../../api/use-action'
import { useApi } from '../../api/use-api'
import { Confirm } from '../../components/controls/confirm'
import { ProblemMessage } from '../../components/messages/answer'
import { HeadedTable } from '../../components/tables/headed-table'
import { ScrollRegion } from '../../components/tables/scroll-region'

const COLUMNS = ['Name', 'Starts with', 'Roles', 'Created', 'Rotated', 'Last used', 'State']

interface KeyTableProps {
  readonly keys: readonly ApiKey[]
  readonly rotated: (key: NewKey) => void
  readonly revoked: () => void
}

type KeyQuestion = { readonly what: 'rotate' | 'revoke'; readonly key: ApiKey }

/** Rotating and revoking end the old secret at once, so each is confirmed first. */
const QUESTIONS = {
  rotate: { verb: 'Rotate', text: 'The key gets a new secret. The old one stops working at once; its jobs stay.' },
  revoke: { verb: 'Revoke', text: 'The key stops working at once and for good. Its jobs stay.' },
} as const

export function KeyTable({ keys, rotated, revoked }: KeyTableProps) {
  const { call } = useApi()
  const [asked, setAsked] = useState<KeyQuestion | null>(null)
  const send = useAction(async ({ what, key }: KeyQuestion) => {
    const params = { key_id: key.key_id }
    if (what === 'rotate') rotated(await call(routes.rotateKey, { params }))
    else await call(routes.revokeKey, { params }).then(revoked)
  })
  const confirm = async () => {
    if (asked) await send.run(asked)
    setAsked(null)
  }
  return (
    <>
      {send.error && <ProblemMessage problem={send.error} />}
      <ScrollRegion label="Keys">
        <HeadedTable hasActions columns={COLUMNS}>
          {keys.map(key => (
            <KeyRow key={key.key_id} apiKey={key} ask={what => setAsked({ what, key })} />
          ))}
        </HeadedTable>
      </ScrollRegion>
      <Confirm
        isOpen={asked !== null}
        title={asked ? `${QUESTIONS[asked.what].verb} the key “${asked.key.name}”?` : ''}
        verb={asked ? QUESTIONS[asked.what].verb : ''}
        running={send.running}
        cancel={() => setAsked(null)}
        confirm={() => void confirm()}
      >
        <p>{asked && QUESTIONS[asked.what].text}</p>
      </Confirm>
    </>
  )
}

const date = (timestamp: string | null, never: string) => (timestamp === null ? never : utc(timestamp))

interface KeyRowProps {
  readonly apiKey: ApiKey
  readonly ask: (what: KeyQuestion['what']) => void
}

const KeyRow = ({ apiKey: key, ask }: KeyRowProps) => (
  <tr>
    <td>{key.name}</td>
    <td className="pentad-mono">{key.prefix}…</td>
    <td>
      <div className="pentad-row">
        {key.roles.map(role => (
          <Tag minimal key={role}>
            {role}
          </Tag>
        ))}
      </div>
    </td>
    <td>{utc(key.created_at)}</td>
    <td>{date(key.rotated_at, 'never')}</td>
    <td>{date(key.last_used_at, 'never')}</td>
    <td>{key.revoked_at === null ? 'active' : `revoked ${utc(key.revoked_at)}`}</td>
    <td>
      {key.revoked_at === null && (
        <div className="pentad-row pentad-nowrap">
          <Button size="small" text="Rotate" aria-label={`Rotate ${key.name}`} onClick={() => ask('rotate')} />
          <Button
            size="small"
            intent="danger"
            variant="outlined"
            text="Revoke"
            aria-label={`Revoke ${key.name}`}
            onClick={() => ask('revoke')}
          />
        </div>
      )}
    </td>
  </tr>
)
