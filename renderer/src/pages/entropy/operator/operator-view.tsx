/** What operators change: sources and the faults of their twins, signing keys; and who changed what. */
import { useState } from 'react'
import type { SourceQuality } from '../../../../../main/contract/entropy/source'
import { routes } from '../../../../../main/contract/routes'
import { usePolled } from '../../../api/use-fetch'
import { Choice } from '../../../components/controls/choice'
import { Panel } from '../../../components/layout/page'
import { Answer, Empty } from '../../../components/messages/answer'
import { EntropyAuditLog } from './audit-log'
import { SampleFaultsPanel } from './sample-faults'
import { SigningKeys } from './signing-keys'
import { SourceControls } from './source-controls'

const EVERY_MS = 3_000

export function OperatorView() {
  const registry = usePolled(routes.listSourceRegistry, { query: { limit: 100 } }, { every_ms: EVERY_MS })
  const [chosen, setChosen] = useState('')
  const sourceOf = (items: readonly SourceQuality[]) => items.find(({ id }) => id === chosen) ?? items[0]
  return (
    <>
      <Answer of={registry} what="the registry of sources">
        {({ items }) => {
          const source = sourceOf(items)
          if (source === undefined) return <Empty title="The lab has no sources of random bytes" />
          return (
            <>
              <Panel title="Operate a source">
                <Choice
                  label="Source"
                  value={source.id}
                  options={items.map(({ id, short_name, label }) => [id, `${short_name} ${label}`])}
                  choose={setChosen}
                />
                <SourceControls key={source.id} source={source} changed={registry.reload} />
              </Panel>
              {source.simulated && (
                <SampleFaultsPanel key={`faults ${source.id}`} source={source} changed={registry.reload} />
              )}
            </>
          )
        }}
      </Answer>
      <SigningKeys />
      <EntropyAuditLog />
    </>
  )
}
