import { Page } from '../../show/page'
import { Loading } from '../../show/states'

export const RunsPage = () => (
  <Page title="Runs">
    <Loading what="runs" />
  </Page>
)
