import { Button, Callout } from '@blueprintjs/core'
import { Offline, Refresh } from '@blueprintjs/icons'
import { useApi } from '../api/use-api'

/** Stands above the page while the service does not answer; what is shown below may be old. */
export function OfflineBanner({ retry }: { readonly retry: () => void }) {
  const { online } = useApi()
  return (
    <div role="status">
      {online || (
        <Callout className="pentad-offline" intent="warning" icon={<Offline />}>
          <div>
            <strong>The service does not answer.</strong> What is shown may be old. The window reconnects by itself.
          </div>
          <Button size="small" icon={<Refresh />} text="Try now" onClick={retry} />
        </Callout>
      )}
    </div>
  )
}
