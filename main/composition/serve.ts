/** The HTTP server: routes, streams, and the file from which other programs read its address. */
import { isoTime } from '../contract/model/iso-time'
import { entropyChannel, instrumentFeed, jobFeed, labFeed } from '../http/events/feeds'
import { beaconChannel } from '../http/events/pulse-stream'
import { eventStreams } from '../http/events/websockets'
import { RATE_LIMITS } from '../http/request/caller'
import { createApp } from '../http/server/app'
import { listen } from '../http/server/listen'
import { publishEndpoint } from '../store/endpoint'
import { handlersOf, type ServedParts } from './handlers'
import { readLargeBodies } from './large-bodies'

/** Time that running calls have to finish when the service stops. */
const GRACE_MS = 2_000

/** Address of the service; unknown until it listens, as only then the port is known. */
export interface ServiceAddress {
  /** Throws before the service listens. */
  url(): string
  listensAt(url: string): void
}

export function createServiceAddress(): ServiceAddress {
  let known: string | null = null
  return {
    url() {
      if (known === null) throw new Error('the address was read before the service listens')
      return known
    },
    listensAt(url) {
      known = url
    },
  }
}

/**
 * Listens on the configured port and passes the URL to `address`. Throws AppError `conflict` when the port is in use.
 */
export async function serve(parts: ServedParts, address: ServiceAddress, started_at: number): Promise<void> {
  const { config, account, shutdown } = parts.foundation
  const { version, segment } = config
  const server = await listen(appOf(parts), config.port, streamsOf(parts))
  address.listensAt(server.url)
  shutdown.add(() => server.close(GRACE_MS))
  shutdown.add(parts.work.jobs.answerWaiting)
  const endpoint = { url: server.url, pid: process.pid, started_at: isoTime(started_at), version, segment }
  shutdown.add(publishEndpoint(config.data, endpoint, account.local_token))
}

function appOf(parts: ServedParts) {
  const { config, account, log, now, pools, store } = parts.foundation
  const { version, segment, interface_dir, check_replies = false } = config
  const large = readLargeBodies(pools.reading, now)
  return createApp({
    account,
    segment,
    version,
    log,
    rate_limits: RATE_LIMITS,
    interface_dir,
    check_replies,
    explain: store.space.explain,
    handlers: handlersOf(parts, large),
    read_large: large.request,
    describe: input => pools.reading.run('openApi', input),
  })
}

function streamsOf({ foundation, catalogue, machine, work, issuing, supply }: ServedParts) {
  const { config, account, log } = foundation
  const feeds = [jobFeed(work.jobs.events), labFeed(catalogue.labEvents), instrumentFeed(machine.events)]
  const channels = [
    entropyChannel(supply.draws, error => log.error({ err: error }, 'a bug ended a stream')),
    beaconChannel(issuing.beacon),
  ]
  return eventStreams({ feeds, channels, account, segment: config.segment, log })
}
