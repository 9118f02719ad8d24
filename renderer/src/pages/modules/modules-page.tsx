import { Page } from '../../show/page'
import { Loading } from '../../show/states'

export const ModulesPage = () => (
  <Page title="Modules">
    <Loading what="modules" />
  </Page>
)
