import { Page } from '../../show/page'
import { Loading } from '../../show/states'

export const AccountPage = () => (
  <Page title="Account">
    <Loading what="account" />
  </Page>
)
