/** The command log while more comes than the window keeps. */
import type { WebSocketRoute } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CommandLogEntry } from '../../../main/contract/instruments/command-log'
import { PATIENCE, panel, signIn } from '../pages'
import { browserAddress, openWorkstation, type Workstation } from '../workstation'
import { LONG } from './instrument-steps'

/** Before the pause, and during it: more than the window keeps. */
const [FIRST, LATER] = [300, 2_100]
const AT = '2026-11-28T06:00:00.000Z'

const entryNumber = (sequence: number): CommandLogEntry => ({
  sequence,
  at: AT,
  instrument_id: 'flux-dac',
  simulated: true,
  direction: 'sent',
  text: `line ${sequence}`,
  byte_count: 6,
  sha256: null,
  latency_ms: null,
  outcome: 'ok',
  actor: null,
  work: null,
})

describe.skipIf(browserAddress === '')('an operator who reads a fast command log', () => {
  let station: Workstation
  let newest = FIRST
  let asked = 0
  let streamed: WebSocketRoute
  beforeAll(async () => {
    station = await openWorkstation()
    const { page } = station
    await signIn(page, station.signInUrl())
    await page.routeWebSocket(/\/v1\/instruments\/events\?.*log=true/, socket => {
      streamed = socket
      socket.send(JSON.stringify({ type: 'hello', sequence: newest, heartbeat_s: 600 }))
    })
    await page.route(
      url => url.pathname === '/v1/lab/log',
      route => {
        asked++
        const query = new URL(route.request().url()).searchParams
        const from = Number(query.get('cursor') ?? newest)
        const length = Math.min(from, Number(query.get('limit')))
        const items = Array.from({ length }, (_, at) => entryNumber(from - at))
        return route.fulfill({ json: { items, next_cursor: from > length ? String(from - length) : null } })
      },
    )
    await page.goto(`${station.url}/instruments?view=log`)
  })
  afterAll(() => station?.close())

  it('pauses, goes on after more lines than are kept, and sees them without a gap', async () => {
    const { page } = station
    const log = panel(page, 'Command log')
    const lines = () => log.locator('.machine-bytes').allTextContents()
    await log.getByText(`line ${FIRST}`, { exact: true }).waitFor(LONG)
    await log.getByRole('button', { name: 'Pause' }).click()
    while (newest < FIRST + LATER) {
      newest++
      streamed.send(JSON.stringify({ type: 'command', sequence: newest, at: AT, entry: entryNumber(newest) }))
    }
    await log.getByText(`paused, ${LATER.toLocaleString('en-GB')} lines held`).waitFor(LONG)
    expect((await lines())[0]).toBe(`line ${FIRST}`)
    const before = asked
    await log.getByRole('button', { name: 'Go on' }).click()
    await expect.poll(() => asked, PATIENCE).toBeGreaterThan(before)
    await log.getByText(`line ${newest}`, { exact: true }).waitFor(PATIENCE)
    await log.getByRole('button', { name: 'Load older lines' }).waitFor(PATIENCE)
    const shown = await lines()
    expect(shown).toEqual(shown.map((_, at) => `line ${newest - at}`))
    await log.getByRole('button', { name: 'Load older lines' }).click()
    await expect.poll(async () => (await lines()).length, PATIENCE).toBeGreaterThan(shown.length)
    const more = await lines()
    expect(more).toEqual(more.map((_, at) => `line ${newest - at}`))
  })

  it('sees a clean console all the way', () => expect(station.complaints).toEqual([]))
})
