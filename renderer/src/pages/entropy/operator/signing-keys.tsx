/** Keys that sign receipts: rotated, made anew after a loss, exported. */
import { Button } from '@blueprintjs/core'
import { useState } from 'react'
import { routes } from '../../../../../main/contract/routes'
import { useAction } from '../../../api/use-action'
import { useApi } from '../../../api/use-api'
import { useFetched } from '../../../api/use-fetch'
import { Confirm } from '../../../components/controls/confirm'
import { Panel } from '../../../components/layout/page'
import { Answer, ProblemMessage } from '../../../components/messages/answer'
import { HeadedTable } from '../../../components/tables/headed-table'
import { ScrollRegion } from '../../../components/tables/scroll-region'
import { utcSecond } from '../../../draw/format/time'
import { WordTag } from '../../../instruments/status/state-tags'
import { ExportKeys } from './export-keys'

type KeyAction = 'rotate' | 'rekey'

const QUESTIONS: Readonly<Record<KeyAction, readonly [title: string, verb: string, text: string]>> = {
  rotate: [
    'Rotate the signing key?',
    'Rotate',
    'A new key signs from now on, endorsed by the one before, which stays valid for what it signed. It cannot be undone.',
  ],
  rekey: [
    'Make a new signing key after a loss?',
    'Make a new key',
    'No earlier key endorses it, so that auditors must be given it anew. The change is recorded in the public log. It is refused while the present key can still be read.',
  ],
}
const INTENTS = { active: 'success', retired: 'none', revoked: 'danger' } as const

export function SigningKeys() {
  const { call } = useApi()
  const keys = useFetched(routes.getPublicKeys, {})
  const [asked, setAsked] = useState<KeyAction | null>(null)
  const change = useAction(async (action: KeyAction) => {
    await call(routes.changeSigningKey, { body: { action } })
    keys.reload()
  })
  const confirmed = async (action: KeyAction) => {
    await change.run(action)
    setAsked(null)
  }
  const [title, verb, text] = QUESTIONS[asked ?? 'rotate']
  return (
    <Panel
      title="Signing keys"
      actions={
        <>
          <ExportKeys />
          <Button size="small" text="Rotate" onClick={() => setAsked('rotate')} />
          <Button size="small" text="New key after a loss" onClick={() => setAsked('rekey')} />
        </>
      }
    >
      {change.error && <ProblemMessage problem={change.error} />}
      <Answer of={keys} what="the signing keys">
        {({ keys: records }) => (
          <ScrollRegion label="Signing keys, table">
            <HeadedTable columns={['Key', 'State', 'From', 'To', 'Endorsed by']} caption="Signing keys, oldest first">
              {records.map(({ kid, status, not_before, not_after, predecessor }) => (
                <tr key={kid}>
                  <td className="pentad-mono">{kid}</td>
                  <td>
                    <WordTag word={status} intent={INTENTS[status]} />
                  </td>
                  <td>{utcSecond(not_before)}</td>
                  <td>{utcSecond(not_after)}</td>
                  <td className="pentad-mono">{predecessor?.kid ?? 'nobody'}</td>
                </tr>
              ))}
            </HeadedTable>
          </ScrollRegion>
        )}
      </Answer>
      <Confirm
        isOpen={asked !== null}
        title={title}
        verb={verb}
        running={change.running}
        cancel={() => setAsked(null)}
        confirm={() => asked && void confirmed(asked)}
      >
        {text}
      </Confirm>
    </Panel>
  )
}
