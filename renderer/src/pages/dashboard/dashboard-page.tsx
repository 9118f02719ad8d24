import { Page } from '../../show/page'
import { Loading } from '../../show/states'

export const DashboardPage = () => (
  <Page title="Dashboard">
    <Loading what="dashboard" />
  </Page>
)
