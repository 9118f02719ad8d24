/** The window: the client's context, the shell, and one page inside. */
import { BlueprintProvider } from '@blueprintjs/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { Activity, Suspense, useEffect, useState } from 'react'
import { Route, Switch, useLocation } from 'wouter'
import { createQueryClient } from './api/query-client'
import { ApiContext } from './api/use-api'
import { type ConnectionHost, useConnection } from './api/use-connection'
import { Loading } from './components/messages/answer'
import { FailedPage } from './components/messages/failed-page'
import { PAGES } from './shell/page-table'
import { Shell } from './shell/shell'
import { SignInScreen } from './shell/sign-in'
import { UnknownPage } from './shell/unknown-page'
import { useScheme } from './window-state/preferences'

function useThemeClass(): void {
  const scheme = useScheme()
  useEffect(() => {
    document.body.classList.toggle('bp6-dark', scheme === 'dark')
    document.documentElement.dataset.scheme = scheme
  }, [scheme])
}

export function App({ host }: { readonly host: ConnectionHost }) {
  useThemeClass()
  const [queries] = useState(createQueryClient)
  return (
    <BlueprintProvider>
      <QueryClientProvider client={queries}>
        <Connected host={host} />
      </QueryClientProvider>
    </BlueprintProvider>
  )
}

function Connected({ host }: { readonly host: ConnectionHost }) {
  const connection = useConnection(host)
  const { refused, admitted, signedIn } = connection
  return (
    <ApiContext value={connection}>
      {refused && <SignInScreen ended={admitted} signedIn={signedIn} />}
      {/* While hidden it fetches nothing, and its forms keep their contents. */}
      {(admitted || !refused) && (
        <Activity mode={refused ? 'hidden' : 'visible'}>
          <Window />
        </Activity>
      )}
    </ApiContext>
  )
}

function Window() {
  const [location] = useLocation()
  return (
    <Shell>
      <FailedPage page={location}>
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
      </FailedPage>
    </Shell>
  )
}
