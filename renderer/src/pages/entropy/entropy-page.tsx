/** Random bytes and the evidence for them, each part in a tab that the address names. */
import { useIsOperator } from '../../api/instruments/use-instruments'
import { PageLayout } from '../../components/layout/page'
import { ViewTabs } from '../../components/layout/view-tabs'
import { BeaconView } from './beacon/beacon-view'
import { DrawView } from './draws/draw-view'
import { OperatorView } from './operator/operator-view'
import { PoolsView } from './pools/pools-view'
import { ReceiptsView } from './receipts/receipts-view'
import { SourcesView } from './sources/sources-view'
import { VerifyView } from './verify/verify-view'
import './entropy.css'

const VIEWS = [
  { id: 'sources', title: 'Sources', content: <SourcesView /> },
  { id: 'pools', title: 'Pools', content: <PoolsView /> },
  { id: 'draw', title: 'Draw', content: <DrawView /> },
  { id: 'receipts', title: 'Receipts', content: <ReceiptsView /> },
  { id: 'verify', title: 'Verify', content: <VerifyView /> },
  { id: 'beacon', title: 'Beacon', content: <BeaconView /> },
]
const OPERATOR = { id: 'operator', title: 'Operator', content: <OperatorView /> }

export const EntropyPage = () => (
  <PageLayout
    title="Entropy"
    about="Random bytes from tested sources, each draw with a signed receipt in a public log, and a beacon."
  >
    <div className="entropy-page">
      <ViewTabs
        label="Parts of the entropy page"
        path="/entropy"
        views={useIsOperator() === true ? [...VIEWS, OPERATOR] : VIEWS}
      />
    </div>
  </PageLayout>
)
