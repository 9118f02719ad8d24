/** The health of the service, asked by the shell and shown wherever it matters. */
import { createContext, useContext } from 'react'
import type { Health } from '../../../main/contract/service/health'
import { routes } from '../../../main/contract/routes'
import { useApi } from '../api/use-api'
import { type Polled, usePolled } from '../api/use-fetch'

export const HealthContext = createContext<Polled<Health> | null>(null)

const EVERY_MS = 5_000
const EVERY_MS_OFFLINE = 2_000

/** Asked once, by the shell. */
export function useHealthPolling(): Polled<Health> {
  const { online } = useApi()
  return usePolled(routes.health, {}, { every_ms: online ? EVERY_MS : EVERY_MS_OFFLINE })
}

/** Throws outside the shell, which is a bug. */
export function useHealth(): Polled<Health> {
  const health = useContext(HealthContext)
  if (health === null) throw new Error('useHealth needs the shell above it')
  return health
}
