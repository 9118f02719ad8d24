/** This account: its keys, its compute tokens with every movement of them, and its signed-in browsers. */
import { Button } from '@blueprintjs/core'
import { Key, Plus } from '@blueprintjs/icons'
import { useState } from 'react'
import { useSearchParams } from 'wouter'
import { routes } from '../../../../main/contract/routes'
import type { NewKey } from '../../../../main/contract/service/account'
import { useFetched, usePolled } from '../../api/use-fetch'
import { PageLayout, Panel } from '../../components/layout/page'
import { Answer, Empty } from '../../components/messages/answer'
import { CreateKeyDialog } from './create-key'
import { KeyTable } from './key-table'
import { LedgerPanel } from './ledger-panel'
import { SecretDialog } from './secret-dialog'
import { SessionPanel } from './session-panel'
import { TokensPanel } from './tokens-panel'
import './account.css'

/** Running jobs change the balance, so it is polled. */
const BALANCE_EVERY_MS = 10_000

export function AccountPage() {
  const keys = useFetched(routes.listKeys, {})
  const account = usePolled(routes.getAccount, {}, { every_ms: BALANCE_EVERY_MS })
  const [search] = useSearchParams()
  const [creating, setCreating] = useState(search.has('create'))
  const [fresh, setFresh] = useState<NewKey | null>(null)
  const made = (key: NewKey) => {
    setCreating(false)
    setFresh(key)
    keys.reload()
  }
  const create = <Button intent="primary" icon={<Plus />} text="Create a key" onClick={() => setCreating(true)} />
  return (
    <PageLayout title="Account" about="API keys for scripts, compute tokens for live backends." actions={create}>
      <Panel title="API keys">
        <Answer of={keys} what="the keys">
          {({ items }) =>
            items.length === 0 ? (
              <Empty title="No keys yet" icon={<Key />}>
                Scripts send a key as <code>Authorization: Bearer …</code>. Create one for each script, with the fewest
                roles it needs.
              </Empty>
            ) : (
              <KeyTable keys={items} rotated={made} revoked={keys.reload} />
            )
          }
        </Answer>
      </Panel>
      <TokensPanel account={account} focused={search.has('purchase')} />
      <LedgerPanel version={JSON.stringify(account.data?.tokens)} keys={keys.data?.items ?? []} />
      <SessionPanel />
      <CreateKeyDialog isOpen={creating} close={() => setCreating(false)} created={made} />
      <SecretDialog created={fresh} close={() => setFresh(null)} />
    </PageLayout>
  )
}
