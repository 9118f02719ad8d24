import { Page } from '../../show/page'
import { Loading } from '../../show/states'

export const JobsPage = () => (
  <Page title="Jobs">
    <Loading what="jobs" />
  </Page>
)
