/** Random bytes and the evidence for them, each part in a tab that the address names. */
import { Tab, Tabs } from '@blueprintjs/core'
import { type ReactElement, useEffect } from 'react'
import { useLocation, useSearch } from 'wouter'
import { useIsOperator } from '../../api/instruments/use-instruments'
import { PageLayout } from '../../components/layout/page'
import { BeaconView } from './beacon/beacon-view'
import { DrawView } from './draws/draw-view'
import { OperatorView } from './operator/operator-view'
import { PoolsView } from './pools/pools-view'
import { ReceiptsView } from './receipts/receipts-view'
import { SourcesView } from './sources/sources-view'
import { VerifyView } from './verify/verify-view'
import './entropy.css'

const VIEWS: readonly (readonly [id: string, title: string, view: ReactElement])[] = [
  ['sources', 'Sources', <SourcesView key="sources" />],
  ['pools', 'Pools', <PoolsView key="pools" />],
  ['draw', 'Draw', <DrawView key="draw" />],
  ['receipts', 'Receipts', <ReceiptsView key="receipts" />],
  ['verify', 'Verify', <VerifyView key="verify" />],
  ['beacon', 'Beacon', <BeaconView key="beacon" />],
]
const OPERATOR = ['operator', 'Operator', <OperatorView key="operator" />] as const

export function EntropyPage() {
  const asked = new URLSearchParams(useSearch()).get('view')
  const [, navigate] = useLocation()
  const views = useIsOperator() === true ? [...VIEWS, OPERATOR] : VIEWS
  const chosen = views.find(([id]) => id === asked)?.[0] ?? 'sources'
  // A narrow window shows only some of the tabs, so the chosen one scrolls into view.
  useEffect(() => {
    const tab = document.querySelector(`.entropy-views [data-tab-id="${chosen}"][role="tab"]`)
    tab?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [chosen])
  return (
    <PageLayout
      title="Entropy"
      about="Random bytes from tested sources, each draw with a signed receipt in a public log, and a beacon."
    >
      <Tabs
        id="entropy-views"
        className="entropy-views"
        selectedTabId={chosen}
        renderActiveTabPanelOnly
        onChange={id => navigate(id === 'sources' ? '/entropy' : `/entropy?view=${id}`)}
        aria-label="Parts of the entropy page"
      >
        {views.map(([id, title, view]) => (
          <Tab key={id} id={id} title={title} panel={view} />
        ))}
      </Tabs>
    </PageLayout>
  )
}
