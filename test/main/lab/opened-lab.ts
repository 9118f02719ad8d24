/** A service of the demo lab, or of another, and calls of it by role. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runningService } from '../../../main/cli/io/client'
import type { Config } from '../../../main/config/config'
import { routes } from '../../../main/contract/routes'
import type { KeyRole } from '../../../main/contract/service/account'
import { configured } from '../../configured'
import { startWarmService } from '../../warm-service'

export interface Answered {
  readonly status: number
  readonly body: Record<string, unknown>
}

export async function openService(change: Partial<Config> = {}) {
  const data = mkdtempSync(join(tmpdir(), 'pentad-lab-'))
  let service = await startWarmService(configured(data, { check_replies: true, ...change }))
  const keys = new Map<string, string>()
  async function keyOf(role: KeyRole): Promise<string> {
    const known = keys.get(role)
    if (known) return known
    const { secret } = await runningService(data)!.call(routes.createKey, { body: { name: role, roles: [role] } })
    keys.set(role, secret)
    return secret
  }
  return {
    data,
    get url() {
      return service.url
    },
    keyOf,
    /** `line`: such as `GET /v1/instruments`; by a key of the role. */
    async call(line: string, body?: unknown, role: KeyRole = 'operator'): Promise<Answered> {
      const [method = 'GET', path = '/'] = line.split(' ')
      const reply = await fetch(service.url + path, {
        method,
        headers: { authorization: `Bearer ${await keyOf(role)}`, 'content-type': 'application/json' },
        ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      })
      return { status: reply.status, body: (await reply.json()) as Record<string, unknown> }
    },
    async restart(again: Partial<Config> = change) {
      await service.stop()
      service = await startWarmService(configured(data, { check_replies: true, ...again }))
    },
    async stop() {
      await service.stop()
      rmSync(data, { recursive: true, force: true })
    },
  }
}

/** The rows of a list. */
export const itemsOf = (body: Record<string, unknown>, name = 'items') => body[name] as Record<string, unknown>[]

export type OpenedService = Awaited<ReturnType<typeof openService>>

/** Waits until the service has connected it. */
export async function ready(service: OpenedService, ...ids: readonly string[]): Promise<void> {
  for (const end = Date.now() + 60_000; ; ) {
    const { body } = await service.call('GET /v1/instruments')
    const waiting = itemsOf(body).filter(one => ids.includes(String(one.instrument_id)) && one.state !== 'ready')
    if (waiting.length === 0) return
    if (Date.now() > end) throw new Error(`not ready: ${JSON.stringify(waiting)}`)
    await new Promise(resolve => setTimeout(resolve, 100))
  }
}
