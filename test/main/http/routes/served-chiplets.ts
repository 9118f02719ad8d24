/** Services of some chiplets of dev-a, and streams of what happens to them. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { WebSocket } from 'ws'
import { LabEvent } from '../../../../main/contract/backends/lab-events'
import type { Service } from '../../../../main/service'
import { configured } from '../../../configured'
import { startWarmService } from '../../../warm-service'

export const DEVICES = resolve(import.meta.dirname, '../../../../resources/devices')

/** What a test closes at its end, the last first. */
type Closing = (() => unknown)[]

/** Collects the frames of a stream, each held against the contract; settles with the first. */
export async function listen(closing: Closing, url: string, headers: object, query = ''): Promise<LabEvent[]> {
  const client = new WebSocket(`${url.replace('http', 'ws')}/v1/events${query}`, { headers: { ...headers } })
  closing.push(() => client.terminate())
  const frames: LabEvent[] = []
  client.on('message', data => frames.push(LabEvent.parse(JSON.parse(String(data)))))
  await new Promise((first, failed) => {
    client.once('message', first)
    client.once('error', failed)
  })
  return frames
}

/** A lab of these chiplets of the device at its first calibration, by their place; answers its file. */
function labOf(folder: string, tiles: readonly number[]): string {
  const profile = JSON.parse(readFileSync(join(DEVICES, 'dev-a.json'), 'utf8'))
  const [first] = profile.calibrations as string[]
  const chiplets = tiles.map(tile => profile.chiplets[tile])
  const device = { ...profile, chiplets, calibrations: [join(DEVICES, first!)] }
  writeFileSync(join(folder, 'dev-a.json'), JSON.stringify(device))
  const lab = {
    format: 'pentad-lab/1',
    name: 'One',
    description: '',
    devices: ['dev-a.json'],
    simulated_device: true,
  }
  writeFileSync(join(folder, 'lab.json'), JSON.stringify(lab))
  return join(folder, 'lab.json')
}

export async function openChiplets(closing: Closing, ...tiles: number[]): Promise<{ service: Service; data: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'pentad-drift-'))
  closing.push(() => rmSync(folder, { recursive: true, force: true }))
  const data = join(folder, 'data')
  const service = await startWarmService(configured(data, { lab: labOf(folder, tiles), check_replies: true }))
  closing.push(() => service.stop())
  return { service, data }
}
