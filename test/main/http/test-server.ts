import { request } from 'node:http'
import { type Account, createAccount } from '../../../main/account/account'
import type { KeyRole } from '../../../main/contract/service/account'
import { documentOf } from '../../../main/http/openapi/document'
import type { Handler } from '../../../main/http/request/call'
import { RATE_LIMITS, type RateLimits } from '../../../main/http/request/caller'
import { readRequest } from '../../../main/http/request/raw-request'
import { accountHandlers } from '../../../main/http/routes/account'
import { sessionHandlers } from '../../../main/http/routes/service'
import { createApp } from '../../../main/http/server/app'
import { listen, type Upgrades } from '../../../main/http/server/listen'
import { createLog } from '../../../main/log/log'
import { openMemoryStore } from '../store/memory-store'

export interface Served {
  readonly url: string
  readonly port: number
  readonly account: Account
  keyFor(...roles: KeyRole[]): string
  /** Headers of a signed-in page. */
  session(): { cookie: string; origin: string }
  stop(): Promise<void>
}

interface Options {
  handlers?: readonly Handler[]
  interface_dir?: string
  segment?: string
  rate_limits?: RateLimits
  upgrades?: (account: Account) => Upgrades
}

/** The real app on a real port, over a store in memory. */
export async function serve(options: Options = {}): Promise<Served> {
  const { handlers = [], interface_dir = null, segment = 'svc', rate_limits = RATE_LIMITS } = options
  const store = openMemoryStore()
  const account = createAccount({ store, now: Date.now })
  const link = () => ({ url: 'http://127.0.0.1/sign-in', expires_at: new Date().toISOString() })
  const app = createApp({
    handlers: [...sessionHandlers(account, link), ...accountHandlers(account), ...handlers],
    account,
    segment,
    rate_limits,
    interface_dir,
    read_large: async request => readRequest(request),
    describe: async input => Buffer.from(JSON.stringify(documentOf(input))),
    version: '0.0.0-test',
    check_replies: true,
    log: createLog('silent'),
    explain: store.space.explain,
  })
  const server = await listen(app, 0, options.upgrades?.(account))
  const port = Number(new URL(server.url).port)
  return {
    url: server.url,
    port,
    account,
    keyFor: (...roles) => account.keys.create({ name: roles.join(), roles }).secret,
    session: () => {
      const session = account.sessions.signIn(account.sessions.issueToken().token)
      return { cookie: `pentad_${port}=${session}`, origin: server.url }
    },
    stop: async () => {
      await server.close(100)
      store.close()
    },
  }
}

export interface Answer {
  status: number
  headers: Record<string, string | string[] | undefined>
  text: string
}

/** Sends exactly these bytes and headers, which fetch would not (Host, Origin, malformed paths). */
export function raw(
  port: number,
  options: { method?: string; path?: string; headers?: object; body?: string | Buffer },
) {
  return new Promise<Answer>((resolve, reject) => {
    const sent = request(
      {
        host: '127.0.0.1',
        port,
        method: options.method ?? 'GET',
        path: options.path ?? '/',
        headers: { ...options.headers },
      },
      reply => {
        let text = ''
        reply.setEncoding('utf8').on('data', (chunk: string) => {
          text += chunk
        })
        reply.on('end', () => resolve({ status: reply.statusCode ?? 0, headers: reply.headers, text }))
      },
    )
    sent.on('error', reject)
    sent.end(options.body)
  })
}
