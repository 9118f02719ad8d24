import { Page } from '../../show/page'
import { Loading } from '../../show/states'

export const SettingsPage = () => (
  <Page title="Settings">
    <Loading what="settings" />
  </Page>
)
