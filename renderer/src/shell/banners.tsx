/** Banners above the page: the service does not answer, or the window is outdated. */
import { Button, Callout } from '@blueprintjs/core'
import { Offline, Refresh } from '@blueprintjs/icons'
import { useApi } from '../api/use-api'
import type { WindowBuild } from '../api/use-window-build'

/** Shown while the service does not answer; the data below may be old. */
export function OfflineBanner({ retry }: { readonly retry: () => void }) {
  const { online } = useApi()
  return (
    online || (
      <Callout className="pentad-banner" intent="warning" icon={<Offline />}>
        <div>
          <strong>The service does not answer.</strong> What is shown may be old; what the service has stored is kept.
          The window reconnects by itself. If the service was stopped, start Pentad again.
        </div>
        <Button size="small" icon={<Refresh />} text="Try now" onClick={retry} />
      </Callout>
    )
  )
}

const OUTDATED: Readonly<Record<Exclude<WindowBuild, 'current'>, { readonly title: string; readonly text: string }>> = {
  replaced: {
    title: 'Pentad was updated while this window was open.',
    text: 'Until the window is reloaded, pages and figures may be missing.',
  },
  incomplete: {
    title: 'A part of the window could not be loaded.',
    text: 'A page or a figure is missing until the window is reloaded.',
  },
}

/** Shown when the window has to be reloaded, except above a page that says so itself because it could not be loaded. */
export const UpdateBanner = ({ build }: { readonly build: WindowBuild }) =>
  build !== 'current' && (
    <Callout className="pentad-banner pentad-update-banner" intent="warning" icon={<Refresh />}>
      <div>
        <strong>{OUTDATED[build].title}</strong> {OUTDATED[build].text} Jobs, runs and drafts of circuits are kept.
      </div>
      <Button size="small" icon={<Refresh />} text="Reload the window" onClick={() => location.reload()} />
    </Callout>
  )
