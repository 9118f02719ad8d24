import { statfsSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Backends } from '../backends/backends'
import type { BackendSummary } from '../contract/backends/catalogue'
import { isoTime } from '../contract/model/iso-time'
import type { Health } from '../contract/service/health'
import type { Store } from '../store/store'
import type { Foundation } from './foundation'
import type { WorkQueues } from './work'

type HealthPart = Health['parts'][number]

interface HealthParts {
  readonly foundation: Pick<Foundation, 'config' | 'store' | 'lab' | 'simulators'>
  readonly work: Pick<WorkQueues, 'jobs' | 'runs'>
  readonly backends: Pick<Backends, 'list'>
  /** Milliseconds since 1970 UTC. */
  readonly started_at: number
}

/** Health of the whole service; `stop` ends the measurement of the event loop's delay. */
export function createHealth({ foundation, work, backends, started_at }: HealthParts): {
  read(): Health
  stop(): void
} {
  const { config, store, lab, simulators } = foundation
  const loop = measureEventLoop()
  const engine = { kind: simulators.simulator.kind, detail: simulators.detail }
  const read = (): Health => {
    const parts = [storePart(store, config.data), enginePart(engine), backendsPart(backends.list())]
    return {
      status: parts.some(part => part.status === 'degraded') ? 'degraded' : 'ok',
      version: config.version,
      host: config.host,
      started_at: isoTime(started_at),
      lab: lab.base.name,
      parts,
      engine,
      running: { jobs: work.jobs.running(), runs: work.runs.running() },
      event_loop_delay_ms: loop.read(),
    }
  }
  return { read, stop: loop.stop }
}

const LOW_SPACE_BYTES = 200_000_000

/**
 * Begins and ends a write transaction to prove that the database is writable; checks the free space too, which runs
 * need for their shots.
 */
function storePart(store: Store, folder: string): HealthPart {
  try {
    const held = store.space.waiting()
    if (held > 0) return { name: 'store', status: 'degraded', detail: `full: ${held} pieces of work wait for space` }
    store.db.transaction(() => {}).immediate()
    const { bavail, bsize } = statfsSync(folder)
    const free = `${Math.floor((bavail * bsize) / 1e6)} MB free`
    if (bavail * bsize < LOW_SPACE_BYTES) return { name: 'store', status: 'degraded', detail: `almost full: ${free}` }
    return { name: 'store', status: 'ok', detail: `writable, ${free}` }
  } catch (error) {
    return { name: 'store', status: 'degraded', detail: (error as Error).message }
  }
}

const enginePart = ({ kind, detail }: Health['engine']): HealthPart => ({
  name: 'engine',
  status: kind === 'native' ? 'ok' : 'degraded',
  detail,
})

/**
 * Most labs have live backends without an attached device, so an offline backend is shown but does not degrade the
 * service.
 */
function backendsPart(backends: readonly BackendSummary[]): HealthPart {
  const online = backends.filter(backend => backend.online).length
  return { name: 'backends', status: online > 0 ? 'ok' : 'off', detail: `${online} of ${backends.length} online` }
}

const RESOLUTION_MS = 10
const WINDOW_MS = 60_000

const hundredths = (value: number): number => Math.round(value * 100) / 100

/**
 * Timer delay in ms, over at most the last minute. Node's histogram includes the sampling interval, which is
 * subtracted.
 */
function measureEventLoop() {
  const histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  histogram.enable()
  const forget = setInterval(() => histogram.reset(), WINDOW_MS).unref()
  const at = (percent: number): number =>
    histogram.count === 0 ? 0 : Math.max(0, histogram.percentile(percent) / 1e6 - RESOLUTION_MS)
  return {
    read: () => ({ p50: hundredths(at(50)), p99: hundredths(at(99)) }),
    stop: () => {
      clearInterval(forget)
      histogram.disable()
    },
  }
}
