/** What stands around every page: navigation, connection banner, shortcuts, command palette, first-start explanation. */
import type { ReactNode } from 'react'
import { CommandPalette } from './command-palette'
import { Navigation } from './navigation'
import { OfflineBanner } from './offline-banner'
import { HealthContext, useHealthPolling } from './service-health'
import { ShortcutsDialog } from './shortcuts-dialog'
import { useGlobalKeys } from './use-global-keys'
import { Welcome } from './welcome'

export function Shell({ children }: { readonly children: ReactNode }) {
  const health = useHealthPolling()
  useGlobalKeys()
  return (
    <HealthContext value={health}>
      <a className="pentad-skip" href="#content">
        Skip to the page
      </a>
      <div className="pentad-shell">
        <Navigation />
        <main id="content" className="pentad-main" tabIndex={-1}>
          <OfflineBanner retry={health.reload} />
          {children}
        </main>
      </div>
      <CommandPalette />
      <ShortcutsDialog />
      <Welcome />
    </HealthContext>
  )
}
