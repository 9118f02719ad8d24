import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Config } from '../../config/config'
import { commandConfig } from '../../config/environment'
import type { Flags } from '../../config/options.mjs'
import { type ConfigSource, readConfig } from '../../config/read'
import { AppError } from '../../contract/model/errors'
import { routes } from '../../contract/routes'
import type { Service } from '../../service'
import { readEndpoint } from '../../store/endpoint'
import { type Client, namedService, runningService } from './client'
import { flagText, serviceAt } from './service-options'
import type { Terminal } from './terminal'

/** The service that a command wants; undefined fields take the defaults of `npm start`. */
export interface ServiceChoice {
  readonly url: string | undefined
  readonly key: string | undefined
  readonly data: string | undefined
  readonly config: string | undefined
  readonly lab: string | undefined
  readonly devices: readonly string[]
}

interface Attached {
  readonly client: Client
  /** Description of the service for the user. */
  readonly description: string
  /** Stops a service started for the command; one that was already running stays. */
  release(): Promise<void>
}

/** A command with its flags. */
interface ServiceCall {
  readonly flags: Flags
  readonly source: Omit<ConfigSource, 'argv'>
  readonly terminal: Pick<Terminal, 'say'>
}

/**
 * Connects to the service at --url; else to the one that runs on the data folder; else starts one, on --data or on a
 * temporary folder. With --lab or --device, which commands refuse beside --url, it always starts one.
 */
export async function attach(choice: ServiceChoice, source: Omit<ConfigSource, 'argv'>): Promise<Attached> {
  if (choice.url !== undefined) return remote(choice.url, choice.key)
  if (choice.lab === undefined && choice.devices.length === 0) {
    const running = await answering(commandConfig(choice, source).data)
    if (running) return running
  }
  return own(choice, source)
}

/**
 * Runs `work` on the service that --url, --key and --data select, prints which one it is, and stops it if it was
 * started for this.
 */
export async function onService({ flags, source, terminal }: ServiceCall, work: (client: Client) => Promise<void>) {
  const choice = {
    ...serviceAt(flags, source.env),
    config: flagText(flags, 'config'),
    data: commandConfig(flags, source).data,
    lab: undefined,
    devices: [],
  }
  const { client, description, release } = await attach(choice, source)
  terminal.say(`Using ${description}.`)
  try {
    await work(client)
  } finally {
    await release()
  }
}

function remote(url: string, key: string | undefined): Attached {
  const client = namedService(url, key)
  return { client, description: `the service at ${client.url}`, release: async () => {} }
}

/**
 * The running service of the data folder, null when it does not answer as one. A killed service leaves its endpoint
 * file, and any program may take its port, so whoami is called first.
 */
async function answering(dataDir: string): Promise<Attached | null> {
  const client = readEndpoint(dataDir) && runningService(dataDir)
  if (!client) return null
  try {
    await client.call(routes.whoami)
  } catch (error) {
    if (error instanceof AppError && ['shutting_down', 'unauthenticated', 'conflict'].includes(error.code)) return null
    throw error
  }
  return { client, description: `the running service at ${client.url}`, release: async () => {} }
}

async function own(choice: ServiceChoice, source: Omit<ConfigSource, 'argv'>): Promise<Attached> {
  const temporary = choice.data === undefined ? mkdtempSync(join(tmpdir(), 'pentad-experiment-')) : null
  const forget = () => temporary && rmSync(temporary, { recursive: true, force: true })
  try {
    const config = ownConfig({ ...choice, data: choice.data ?? temporary! }, source)
    // Imported here: it takes most of a second, which is saved when a service runs already.
    const { startService } = await import('../../service')
    const service = await startService(config)
    return {
      client: runningService(config.data)!,
      description: `a service of its own, ${temporary ? 'whose data are not kept' : `on ${config.data}`}`,
      release: () => stopped(service).finally(forget),
    }
  } catch (error) {
    forget()
    throw error
  }
}

const stopped = (service: Service): Promise<void> => service.stop()

function ownConfig({ data, config, lab, devices }: ServiceChoice, source: Omit<ConfigSource, 'argv'>): Config {
  const flag = (name: string, value: string | undefined) => (value === undefined ? [] : [`--${name}=${value}`])
  const argv = [
    ...flag('data', data),
    ...flag('config', config),
    ...flag('lab', lab),
    ...devices.flatMap(device => flag('device', device)),
    '--port=0',
  ]
  return { ...readConfig({ ...source, argv }), interface_dir: null }
}
