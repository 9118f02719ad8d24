import { createSignInLinks } from './account/sign-in-links'
import type { Activity } from './composition/activity'
import { openCatalogue } from './composition/catalogue'
import { openFoundation } from './composition/foundation'
import { createHealth } from './composition/health'
import { openIssuing } from './composition/issuing'
import { openMachine } from './composition/machine'
import { openRandomBytes } from './composition/random-bytes'
import { createServiceAddress, serve } from './composition/serve'
import { createShutdown, type Shutdown } from './composition/shutdown'
import { openThreadPools } from './composition/thread-pools'
import { openWork } from './composition/work'
import type { Config } from './config/config'
import { isDiskFull } from './contract/model/disk-full'
import { AppError } from './contract/model/errors'

export interface Service {
  /** `http://127.0.0.1:7513` */
  readonly url: string
  /** A new link that signs one browser in, once. */
  signInUrl(): string
  /** Running work and notices of its end. */
  readonly activity: Activity
  /** Lets running calls finish briefly, leaves unfinished work to the next start, and closes the store. */
  stop(): Promise<void>
}

interface Surrounding {
  /** Replaces the threads; tests compute without threads to compare. */
  readonly openPools?: typeof openThreadPools
}

/**
 * Starts and connects all parts of the service, for both hosts. Throws AppError for a problem that the user can solve.
 */
export async function startService(
  config: Config,
  { openPools = openThreadPools }: Surrounding = {},
): Promise<Service> {
  const shutdown = createShutdown()
  try {
    return await start(config, openPools, shutdown)
  } catch (error) {
    await shutdown.run()
    if (isDiskFull(error) && !(error instanceof AppError)) throw diskFullAtStart(config.data)
    throw error
  }
}

/** Each part needs only those before it; the shutdown runs in reverse. */
async function start(config: Config, openPools: typeof openThreadPools, shutdown: Shutdown): Promise<Service> {
  const started_at = Date.now()
  const foundation = openFoundation(config, openPools, shutdown)
  const { account } = foundation
  const address = createServiceAddress()

  const catalogue = openCatalogue(foundation)
  const machine = await openMachine({ ...foundation, backends: catalogue.backends, data: config.data })
  shutdown.add(machine.close)
  catalogue.attached.follow(machine.instruments.registry)

  const work = openWork(foundation, catalogue, machine)
  const issuing = openIssuing(foundation, () => config.public_url ?? address.url())
  shutdown.add(issuing.beacon.stop)
  const { registry } = machine.instruments
  const supply = openRandomBytes({ ...foundation, jobs: work.jobs, registry, receipts: issuing.book })
  shutdown.add(supply.close)
  const health = createHealth({ foundation, work, backends: catalogue.backends, started_at })
  shutdown.add(health.stop)

  const signInLinks = createSignInLinks(account.sessions, address.url)
  const parts = { foundation, catalogue, machine, work, issuing, supply, readHealth: health.read, signInLinks }
  await serve(parts, address, started_at)
  for (const queue of [work.jobs, work.runs, work.studies]) await queue.resume()
  machine.start()
  issuing.beacon.start()
  return {
    url: address.url(),
    activity: work.activity,
    stop: shutdown.run,
    signInUrl: () => signInLinks.create().url,
  }
}

const diskFullAtStart = (folder: string): AppError =>
  new AppError('storage_full', `The disk of the data folder ${folder} is full; free space there, then start again.`, {
    details: { folder },
  })
