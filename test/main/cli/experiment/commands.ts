/** `npm run experiment` beside a running service, as its tests type it. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { runExperiment } from '../../../../main/cli/experiment/command'
import { readConfig } from '../../../../main/config/read'
import type { Service } from '../../../../main/service'
import { startWarmService } from '../../../warm-service'
import { type Figures, latticeCouplings, syntheticDevice } from '../../qec/devices'

/** A synthetic 3×3 device of its own folder below `dir`; answers its profile's path from there. */
function deviceFile(dir: string, name: string, figures: Figures = {}, token_price_per_shot = 0): string {
  const made = syntheticDevice(9, latticeCouplings(3, 3), figures)
  const { snapshot } = made
  const profile = { ...made.profile, device_id: name, name, token_price_per_shot }
  mkdirSync(join(dir, name), { recursive: true })
  writeFileSync(join(dir, name, 'test.json'), JSON.stringify(snapshot))
  writeFileSync(join(dir, name, 'device.json'), JSON.stringify(profile))
  return `${name}/device.json`
}

/** A lab of one device called `synthetic`, unless others are given; answers its file. */
export function labFile(dir: string, devices = [deviceFile(dir, 'synthetic')]): string {
  const lab = { format: 'pentad-lab/1', name: 'good', description: '', devices, simulated_device: true }
  writeFileSync(join(dir, 'lab.json'), JSON.stringify(lab))
  return join(dir, 'lab.json')
}

const sourceIn = (folder: string) => ({
  env: { XDG_DATA_HOME: join(folder, 'home') },
  cwd: folder,
  root: join(import.meta.dirname, '../../../..'),
  host: 'headless' as const,
  platform: 'linux' as const,
  home: folder,
})

export interface Commands {
  /** Where the commands of a test are typed, anew for each. */
  readonly folder: string
  readonly service: Service
  /** The data folder of the service. */
  readonly data: string
  onShared(argv: readonly string[]): string[]
  run(
    argv: readonly string[],
    signal?: AbortSignal,
    onProgress?: () => void,
  ): Promise<{ code: number; out: string; said: string; drawn: string }>
}

/** A running service of a free device, a priced one and one of short-lived qubits: whatever needs no service of its own goes there. */
async function startIn(shared: string): Promise<Service> {
  const devices = [
    deviceFile(shared, 'synthetic'),
    deviceFile(shared, 'priced', {}, 0.25),
    deviceFile(shared, 'short', { qubit: () => ({ t1_us: 30, t2_us: 20 }) }),
  ]
  const argv = [`--data=${join(shared, 'data')}`, `--lab=${labFile(shared, devices)}`, '--port=0']
  const config = readConfig({ ...sourceIn(shared), argv })
  return startWarmService({ ...config, log_level: 'silent', interface_dir: null })
}

/** For the tests of a file: the service for all of them, a folder for each. */
export function commands(): Commands {
  let folder = ''
  let shared = ''
  let service: Service
  beforeAll(async () => {
    shared = mkdtempSync(join(tmpdir(), 'pentad-experiment-shared-'))
    service = await startIn(shared)
  })
  afterAll(async () => {
    await service.stop()
    rmSync(shared, { recursive: true, force: true })
  })
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'pentad-experiment-test-'))
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))
  return {
    get folder() {
      return folder
    },
    get service() {
      return service
    },
    get data() {
      return join(shared, 'data')
    },
    onShared: argv => [...argv, '--data', join(shared, 'data')],
    run: (argv, signal = new AbortController().signal, onProgress = () => {}) =>
      runIn(folder, argv, { signal, onProgress }),
  }
}

async function runIn(
  folder: string,
  argv: readonly string[],
  { signal, onProgress }: { signal: AbortSignal; onProgress: () => void },
) {
  const [out, said, drawn]: [string[], string[], string[]] = [[], [], []]
  const progress = {
    isTTY: false,
    write: (text: string) => {
      drawn.push(text)
      onProgress()
    },
  }
  const terminal = { out: (line: string) => out.push(line), say: (line: string) => said.push(line), progress }
  const code = await runExperiment(argv, { source: sourceIn(folder), terminal, signal })
  return { code, out: out.join('\n'), said: said.join('\n'), drawn: drawn.join('') }
}

export const quickOn = (backend: string) => [
  ...['--backend', backend, '--rounds', '1,2', '--shots', '200', '--seed', '7', '--states', '0,+'],
]
/** A single circuit, for what does not depend on more of them. */
export const fewOn = (backend: string) => [
  ...['--backend', backend, '--rounds', '1', '--shots', '100', '--states', '+', '--seed', '7'],
]
