import { createAccount } from './account/account'
import type { Config } from './config/config'
import { createHealth } from './health'
import { accountRoutes } from './http/account'
import { createApp } from './http/app'
import { healthRoutes } from './http/health'
import { RATE_LIMITS } from './http/limit'
import { listen } from './http/listen'
import { sessionRoutes } from './http/session'
import { createLog } from './log/log'
import { publishEndpoint } from './store/endpoint'
import { openStore } from './store/store'

export interface Service {
  /** `http://127.0.0.1:7513` */
  readonly url: string
  /** A fresh link that signs one browser in, once. */
  signInUrl(): string
  /** Lets running calls finish for a moment, stops the work in hand, closes the store. */
  stop(): Promise<void>
}

const GRACE_MS = 2_000

/** The one place where the parts of the service meet; both hosts start it. Throws AppError for what the user can put right. */
export async function startService(config: Config): Promise<Service> {
  const log = createLog(config.log_level)
  const started_at = new Date()
  const now = Date.now
  const undo: (() => void | Promise<void>)[] = []
  const stop = async (): Promise<void> => {
    for (const step of undo.splice(0).reverse()) await step()
  }
  try {
    const store = openStore({ dataDir: config.data, binding: config.sqlite_binding })
    undo.push(() => store.close())
    const account = createAccount({ store, now })
    const health = createHealth({
      config,
      store,
      started_at,
      lab: config.lab,
      engine: { kind: 'reference', detail: 'none yet' },
      running: () => ({ jobs: 0, runs: 0 }),
      services: [],
    })
    undo.push(health.stop)

    const link = () => {
      const { token, expires_at } = account.sessions.issueToken()
      return { url: `${server.url}/sign-in?token=${token}`, expires_at: new Date(expires_at).toISOString() }
    }
    const handlers = [...healthRoutes(health.read), ...sessionRoutes(account, link), ...accountRoutes(account)]
    const { version, segment, interface_dir, check_replies = false } = config
    const app = createApp({
      handlers,
      account,
      version,
      segment,
      interface_dir,
      check_replies,
      rate_limits: RATE_LIMITS,
      log,
    })
    const server = await listen(app, config.port)
    undo.push(() => server.close(GRACE_MS))

    const endpoint = { url: server.url, pid: process.pid, started_at: started_at.toISOString(), version, segment }
    undo.push(publishEndpoint(config.data, endpoint, account.local_token))
    return { url: server.url, signInUrl: () => link().url, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
