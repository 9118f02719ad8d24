/** The window: a client for all, the shell around, one page inside. */
import { BlueprintProvider } from '@blueprintjs/core'
import { Suspense, useEffect } from 'react'
import { Route, Switch } from 'wouter'
import { ApiContext } from './api/use-api'
import { type Host, useConnection } from './api/use-connection'
import { JobListKeeper } from './pages/jobs/kept-list'
import { PAGES } from './shell/page-table'
import { useScheme } from './state/preferences'
import { Shell } from './shell/shell'
import { SignInScreen } from './shell/sign-in'
import { UnknownPage } from './shell/unknown-page'
import { Loading } from './show/states'

function useThemeClass(): void {
  const scheme = useScheme()
  useEffect(() => {
    document.body.classList.toggle('bp6-dark', scheme === 'dark')
    document.documentElement.dataset.scheme = scheme
  }, [scheme])
}

export function App({ host }: { readonly host: Host }) {
  useThemeClass()
  const connection = useConnection(host)
  return (
    <BlueprintProvider>
      <ApiContext value={connection}>
        {connection.refused ? <SignInScreen signedIn={connection.signedIn} /> : <Window />}
      </ApiContext>
    </BlueprintProvider>
  )
}

const Window = () => (
  <Shell>
    <JobListKeeper>
      <Suspense fallback={<Loading what="the page" />}>
        <Switch>
          {PAGES.map(({ path, content: Content }) => (
            <Route key={path} path={path === '/' ? '/' : `${path}/*?`}>
              <Content />
            </Route>
          ))}
          <Route>
            <UnknownPage />
          </Route>
        </Switch>
      </Suspense>
    </JobListKeeper>
  </Shell>
)
