import { routes } from '../../../main/contract/routes'
import type { Health } from '../../../main/contract/service/health'
import { useApi } from './use-api'
import { type Polled, usePolled } from './use-fetch'

const EVERY_MS = 5_000
const EVERY_MS_OFFLINE = 2_000

/** Health of the service; the shell polls it always, so that the window notices when the service is back. */
export function useHealth(): Polled<Health> {
  const { online } = useApi()
  return usePolled(routes.health, {}, { every_ms: online ? EVERY_MS : EVERY_MS_OFFLINE })
}

/** `offline` while the service does not answer, whatever it said before; until its first reply it counts as `ok`. */
export function useServiceStatus(): Health['status'] | 'offline' {
  const { online } = useApi()
  const { data } = useHealth()
  return online ? (data?.status ?? 'ok') : 'offline'
}
