/** Frame of every page: navigation, connection banner, shortcuts, command palette, first-start explanation. */
import type { ReactNode } from 'react'
import { useHealth } from '../api/use-health'
import { useWindowBuild } from '../api/use-window-build'
import { SafeStateDialog } from '../instruments/safety/safe-state'
import { OfflineBanner, UpdateBanner } from './banners'
import { CommandPalette } from './command-palette'
import { Navigation } from './navigation'
import { ShortcutsDialog } from './shortcuts-dialog'
import { useGlobalKeys } from './use-global-keys'
import { Welcome } from './welcome'
import './shell.css'

export function Shell({ children }: { readonly children: ReactNode }) {
  const health = useHealth()
  const build = useWindowBuild(health.data?.started_at)
  useGlobalKeys()
  return (
    <>
      <a className="pentad-skip" href="#content">
        Skip to the page
      </a>
      <div className="pentad-shell">
        <Navigation />
        <main id="content" className="pentad-main" tabIndex={-1}>
          <div role="status">
            <OfflineBanner retry={health.reload} />
            <UpdateBanner build={build} />
          </div>
          {children}
        </main>
      </div>
      <CommandPalette />
      <ShortcutsDialog />
      <SafeStateDialog />
      <Welcome />
    </>
  )
}
