/** What runs when a parameter is set, held against the files that `resources/help/traces/set-parameter.md` lists. */
import { readFileSync } from 'node:fs'
import { type Profiler, Session } from 'node:inspector/promises'
import { resolve } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type OpenedService, openService, ready } from './opened-lab'

const ROOT = resolve(import.meta.dirname, '../../..')
/** A file of one of the rooms, by its path below `main`. */
const FILE = /^(?:instruments|lab)\/[\w/-]+\.ts/
/** Types alone: nothing of them runs. */
const TYPES = ['instruments/drivers/schema.ts', 'instruments/model/request.ts']

/** Files that may run and are not about the parameter. */
const LEFT_OUT: Readonly<Record<string, RegExp>> = {
  'regular expressions, hashes, texts and times':
    /^instruments\/(drivers\/patterns|exchange\/byte-summary|model\/\w+)\.ts$/,
  'what only other instruments need': /^instruments\/(drivers\/(conversions|raw-link|snapshot)|framing\/checksum)\.ts$/,
  'the files of the logs, and the readings that a page draws': /^instruments\/(journal|records)\//,
  'how instruments are found, watched and connected': /^instruments\/(registry|safety|transport)\//,
  'the lab file, and what is streamed': /^lab\/(profile\/|view\/(announcements|attached|forms)\.ts)/,
  'states of outputs, preconditions and leases':
    /^lab\/control\/(instruments|kept-records|operator-leases|safe-drives)\.ts$/,
}

let service: OpenedService
beforeAll(async () => {
  service = await openService()
  await ready(service, 'flux-dac')
})
afterAll(() => service.stop())

const filesRun = (scripts: readonly Profiler.ScriptCoverage[]): string[] =>
  scripts.flatMap(({ url, functions }) => {
    const [file] = FILE.exec(url.split(`${ROOT}/main/`)[1] ?? '') ?? []
    const hasRun = functions.some(({ functionName, ranges }) => functionName !== '' && ranges[0]!.count > 0)
    return file !== undefined && hasRun ? [file] : []
  })

it('opens the files of instruments and lab that the trace lists, and others only where they are not about the parameter', async () => {
  const set = (value: number) =>
    service.call('POST /v1/instruments/flux-dac/parameters/voltage', { value, channel: '1' })
  await set(0.01)
  const session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
  /** The files that run in each of three sets: what polls and records of the lab run meanwhile is rarely in all of them. */
  const sets: string[][] = []
  for (const value of [0.02, 0.03, 0.04]) {
    await session.post('Profiler.takePreciseCoverage')
    expect(await set(value)).toMatchObject({ status: 200, body: { read_back: value, ramped: true } })
    const { result } = await session.post('Profiler.takePreciseCoverage')
    sets.push(filesRun(result))
  }
  const run = sets.reduce((all, files) => all.filter(file => files.includes(file)))
  session.disconnect()

  const rows = readFileSync(resolve(ROOT, 'resources/help/traces/set-parameter.md'), 'utf8')
    .match(/^\|.*$/gm)!
    .join('\n')
  const listed = [...rows.matchAll(/`([^`]+)`/g)].flatMap(([, name]) => FILE.exec(name!) ?? [])
  const isLeftOut = (file: string) => Object.values(LEFT_OUT).some(pattern => pattern.test(file))
  expect(run.filter(file => !listed.includes(file) && !isLeftOut(file))).toEqual([])
  expect(listed.filter(file => !run.includes(file) && !TYPES.includes(file))).toEqual([])
})
