/**
 * The whole service with its threads, in a process of its own, for a caller who would hold its event loop. Says where it
 * listens and with which keys; when it is asked, how late its event loop was and how much CPU its main thread took without
 * a turn of it.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { runningService } from '../../../main/cli/io/client'
import { routes } from '../../../main/contract/routes'
import { startService } from '../../../main/service'
import { configured } from '../../configured'

export interface Started {
  readonly url: string
  readonly secrets: readonly string[]
}
/** Milliseconds since the last `begin`. */
export interface Held {
  readonly p50: number
  readonly p99: number
  readonly longest: number
  /** CPU of the main thread in its longest turn: what other programs do beside it does not count. null: not on this system. */
  readonly cpu: number | null
  /** The longest that it waited for a core within a turn, as other threads and programs had them all. */
  readonly waited: number | null
  /** CPU of every turn above `LONG_MS`, the longest first. */
  readonly long: readonly number[]
}

const KEYS = 4
/** Turns that take more CPU are counted. */
const LONG_MS = 10

/** Nanoseconds of CPU that this thread has taken, and that it has waited for a core (Linux). */
function taken(): readonly [number, number] | null {
  try {
    const [cpu, waited] = readFileSync('/proc/thread-self/schedstat', 'latin1').split(' ')
    return [Number(cpu), Number(waited)]
  } catch {
    return null
  }
}

function watch() {
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  let before = taken()
  const most = { cpu: 0, waited: 0 }
  let long: number[] = []
  setInterval(() => {
    const now = taken()
    if (now && before) {
      most.cpu = Math.max(most.cpu, now[0] - before[0])
      if (now[0] - before[0] > LONG_MS * 1e6) long.push((now[0] - before[0]) / 1e6)
      most.waited = Math.max(most.waited, now[1] - before[1])
    }
    before = now
  }, 1)
  return {
    begin(): void {
      delay.reset()
      before = taken()
      long = []
      Object.assign(most, { cpu: 0, waited: 0 })
    },
    held: (): Held => ({
      p50: delay.percentile(50) / 1e6,
      p99: delay.percentile(99) / 1e6,
      longest: delay.max / 1e6,
      cpu: before && most.cpu / 1e6,
      waited: before && most.waited / 1e6,
      long: long.sort((a, b) => b - a),
    }),
  }
}

async function main(): Promise<void> {
  const data = mkdtempSync(join(tmpdir(), 'pentad-freeze-'))
  const repository = process.cwd()
  const service = await startService(configured(data, { lab: join(repository, 'resources/labs/demo.json') }))
  const client = runningService(data)!
  await client.call(routes.purchaseTokens, { body: { tokens: 1_000_000 } })
  const secrets: string[] = []
  for (let at = 0; at < KEYS; at++)
    secrets.push(
      (await client.call(routes.createKey, { body: { name: `k${at}`, roles: ['jobs', 'qec', 'operator'] } })).secret,
    )
  const { begin, held } = watch()
  process.on('message', async said => {
    if (said === 'begin') begin()
    if (said === 'held') process.send!(held())
    if (said !== 'stop') return
    await service.stop()
    rmSync(data, { recursive: true, force: true })
    process.exit()
  })
  process.send!({ url: service.url, secrets } satisfies Started)
}

await main()
