import { Page } from '../../show/page'
import { Loading } from '../../show/states'

export const BackendsPage = () => (
  <Page title="Backends">
    <Loading what="backends" />
  </Page>
)
