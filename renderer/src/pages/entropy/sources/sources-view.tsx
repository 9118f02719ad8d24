/** All sources at a glance, and one of them in full. */
import { Button } from '@blueprintjs/core'
import { Link, useSearchParams } from 'wouter'
import type { EntropySource } from '../../../../../main/contract/entropy/source'
import { routes } from '../../../../../main/contract/routes'
import { usePolled } from '../../../api/use-fetch'
import { Panel } from '../../../components/layout/page'
import { Answer, Empty } from '../../../components/messages/answer'
import { HeadedTable } from '../../../components/tables/headed-table'
import { ScrollRegion } from '../../../components/tables/scroll-region'
import { SimulatedTag } from '../../../components/values/tags-and-times'
import {
  byteText,
  creditText,
  problemBesideState,
  SOURCE_KIND_TEXT,
  sourceIntent,
  sourceStateText,
} from '../../../draw/entropy/source-text'
import { NO_VALUE } from '../../../draw/format/quantity'
import { WordTag } from '../../../instruments/status/state-tags'
import { SourceDetail } from './source-detail'

const EVERY_MS = 2_000
const COLUMNS = ['Source', 'Kind', 'State', 'Min-entropy', 'In store', 'Physical group', 'Why it serves nothing']

export function SourcesView() {
  const sources = usePolled(routes.listSourceSummaries, {}, { every_ms: EVERY_MS })
  const [search] = useSearchParams()
  const asked = search.get('source')
  return (
    <>
      <Panel title="Sources" actions={<Button size="small" text="Refresh" onClick={sources.reload} />}>
        <Answer of={sources} what="the sources">
          {({ items }) =>
            items.length === 0 ? (
              <Empty title="The lab has no sources of random bytes">
                Name detectors, generators or a backend under <code>entropy.sources</code> of the lab profile.
              </Empty>
            ) : (
              <ScrollRegion label="Sources, table">
                <HeadedTable
                  className="entropy-table"
                  columns={COLUMNS}
                  numeric={['In store']}
                  caption="Sources of random bytes"
                >
                  {items.map(source => (
                    <SourceRow key={source.id} source={source} open={source.short_name === asked} />
                  ))}
                </HeadedTable>
              </ScrollRegion>
            )
          }
        </Answer>
        <p className="pentad-quiet">
          Tested and assessed after NIST SP 800-90B; not validated. A source begins with its first draw, or when it is
          opened here.
        </p>
      </Panel>
      {asked !== null && <SourceDetail key={asked} id={asked} />}
    </>
  )
}

const SourceRow = ({ source, open }: { readonly source: EntropySource; readonly open: boolean }) => (
  <tr data-source={source.short_name}>
    <td>
      <Link href={`/entropy?source=${source.short_name}`} aria-current={open || undefined}>
        {source.short_name} {source.label}
      </Link>{' '}
      {source.simulated && <SimulatedTag />}
    </td>
    <td>
      {SOURCE_KIND_TEXT[source.kind]}
      {source.quantum && ', quantum'}
      {!source.raw && ', whitened'}
    </td>
    <td>
      <WordTag word={sourceStateText(source)} intent={sourceIntent(source)} />
    </td>
    <td>{creditText(source)}</td>
    <td className="pentad-number">{byteText(source.available_bytes)}</td>
    <td>{source.physical_group}</td>
    <td>{problemBesideState(source) ?? NO_VALUE}</td>
  </tr>
)
