/** The Runs pages against replies that the test decides: progress, decoding again, replay. */
import { buffer } from 'node:stream/consumers'
import type { WebSocketRoute } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { LabEvent } from '../../../main/contract/backends/lab-events'
import { fontsOf, HAS_POPPLER } from '../../renderer/draw/pdf/read-pdf'
import { sampleRedecoding } from '../../renderer/samples/runs'
import { accessibilityFaults, downloaded, heading, PATIENCE, panel, sevenSeconds, signIn } from '../pages'
import { browserAddress, openWorkstation, type Workstation } from '../workstation'
import { addressOf, answer, MODULE, openFinishedRun, recordLike, report, runLike, stream } from './fake-runs'

if (browserAddress === '') console.info('Skipped: the journey of runs in a browser, because Chromium is not installed.')

const FIRST = '0b1e6f0e-2f5f-4c43-9d5a-0a7f5e1d2c3b'

describe.skipIf(browserAddress === '')('an engineer with runs', () => {
  let station: Workstation
  beforeAll(async () => {
    station = await openWorkstation()
    await signIn(station.page, station.signInUrl())
  })
  afterAll(() => station?.close())

  it('follows a run by the stream, and asks no more once it is done', async () => {
    const { url } = station
    const { page, close } = await station.secondWindow()
    let status: 'PROCESSING' | 'COMPLETED' = 'PROCESSING'
    const questions = await answer(page, `runs/${FIRST}`, () => runLike({ run_id: FIRST }, status))
    await answer(page, `runs/${FIRST}/record`, recordLike(FIRST))
    const sockets: WebSocketRoute[] = []
    await stream(page, socket => {
      sockets.push(socket)
      socket.send(JSON.stringify({ type: 'hello', sequence: 1, heartbeat_s: 60 }))
    })
    const say = (event: LabEvent) => sockets.at(-1)!.send(JSON.stringify(event))
    const about = { type: 'run', at: '2026-11-21T08:00:03Z', ...MODULE, run_id: FIRST } as const
    await page.goto(url + addressOf({ run_id: FIRST }))
    await panel(page, 'Progress').getByText('live', { exact: true }).waitFor(PATIENCE)
    say({ ...about, sequence: 2, status: 'PROCESSING', progress: { fraction: 0.875, stage: 'encoded |+⟩, 8 rounds' } })
    await panel(page, 'Progress').getByText('87.5 %').waitFor(PATIENCE)
    await station.shoot('runs-progress')
    status = 'COMPLETED'
    say({ ...about, sequence: 3, status: 'COMPLETED', progress: { fraction: 1, stage: 'done' } })
    await heading(page, 'Error against rounds')
    const { asked } = questions
    await sevenSeconds(page)
    expect(questions.asked).toBe(asked)
    await close()
  })

  it('asks by itself where there is no stream, and aborts', async () => {
    const { page, url } = station
    let status: 'PROCESSING' | 'ABORTED' = 'PROCESSING'
    const questions = await answer(page, `runs/${FIRST}`, () => runLike({ run_id: FIRST }, status))
    await answer(page, `runs/${FIRST}/abort`, () => {
      status = 'ABORTED'
      return runLike({ run_id: FIRST }, status)
    })
    await stream(page, null)
    await page.goto(url + addressOf({ run_id: FIRST }))
    await heading(page, 'Progress')
    await expect.poll(() => questions.asked, PATIENCE).toBeGreaterThan(2)
    await page.getByRole('button', { name: 'Abort' }).press('Enter')
    await heading(page, 'The run was aborted')
  })

  describe('that is done', () => {
    const openRun = () => openFinishedRun(station, FIRST)

    it('shows plots, fits, verdicts and record without accessibility faults', async () => {
      const { page } = station
      await openRun()
      for (const title of ['Per-round fit', 'Logical gain', 'Error per round', 'Run record'])
        await expect.poll(() => panel(page, title).count(), { message: title }).toBe(1)
      const error = panel(page, 'Logical error, predicted and measured').first()
      await expect.poll(() => error.getByRole('cell', { name: '8.50 [7.65, 9.35] %' }).count()).toBe(1)
      await expect.poll(() => error.getByText(/lies inside the measured interval/).count()).toBe(1)
      await expect.poll(() => panel(page, 'Verdict').getByText('Loss.').count()).toBe(2)
      expect(await accessibilityFaults(page)).toEqual([])
    })

    it('is decoded again beside what was recorded', async () => {
      const { page } = station
      await openRun()
      await answer(page, `runs/${FIRST}/decode`, sampleRedecoding())
      await panel(page, 'Decode again').getByRole('button', { name: 'Decode with flag-map' }).press('Enter')
      await page.getByText('1,024 of 480,000 shots').waitFor(PATIENCE)
      const beside = page.getByRole('region', { name: /^Recorded beside/ })
      await expect.poll(() => beside.getByText('6.00 [5.40, 6.60] %').count()).toBe(1)
      await expect.poll(() => beside.getByText('9.00 [8.10, 9.90] %').count()).toBe(1)
      const { texts } = await report(page)
      if (HAS_POPPLER) expect(texts.join()).toContain('Decoded again with flag-map')
      await station.shoot('runs-decoded-again')
      expect(await accessibilityFaults(page)).toEqual([])
    })

    it('hands over the measured bits of each file', async () => {
      const { page } = station
      await openRun()
      await page.route(/\/shots\/0{64}\?.*format=planes/, route => route.fulfill({ body: Buffer.from([1, 0, 255]) }))
      const record = panel(page, 'Run record')
      await record.getByText('Measured bits', { exact: true }).click()
      await expect
        .poll(() => record.getByRole('button', { name: /^Save b8/ }).count(), { message: 'of a sampled run' })
        .toBe(0)
      const [file] = await Promise.all([
        page.waitForEvent('download', PATIENCE),
        record.getByRole('button', { name: /^Save Planes: .*rounds 1$/ }).press('Enter'),
      ])
      expect(file.suggestedFilename()).toMatch(/^run-[0-9a-f]{8}-0-1\.planes$/)
      expect([...(await buffer(await file.createReadStream()))]).toEqual([1, 0, 255])
    })

    it('leaves as CSV, JSON, SVG, PNG and a PDF report', async () => {
      const { page } = station
      await openRun()
      expect(await downloaded(page, 'Save CSV', panel(page, 'Run record'))).toMatch(/^run_id,calibration_id,simulated/)
      const json = JSON.parse(await downloaded(page, 'Save JSON', panel(page, 'Run record')))
      expect(json.run_id).toBe(FIRST)
      const exported = async (name: string, at = 0) => {
        await panel(page, 'Error against rounds').getByRole('button', { name: 'Export' }).click()
        const [file] = await Promise.all([
          page.waitForEvent('download', PATIENCE),
          page.getByRole('menuitem', { name, exact: true }).nth(at).click(),
        ])
        return { name: file.suggestedFilename(), content: await buffer(await file.createReadStream()) }
      }
      const svg = await exported('SVG')
      expect(svg.name).toBe(`run-${FIRST.slice(0, 8)}-error-86mm.svg`)
      expect(svg.content.toString()).toMatch(/SIMULATED[\s\S]*|@font-face[\s\S]*data:font/)
      const png = (await exported('PNG, 300 dpi', 1)).content
      // 178 mm at 300 dpi, and said so: 11,811 pixels a metre.
      expect([png.readUInt32BE(16), png.readUInt32BE(41)]).toEqual([2_102, 11_811])
      const drawn = (await exported('PDF')).content
      if (HAS_POPPLER) for (const font of fontsOf(drawn)) expect(font.embedded, font.name).toBe(true)
      expect((await exported('Data (CSV)')).content.toString()).toMatch(/^panel,series,kind,x,y,low,high/)
      expect(JSON.parse((await exported('Data (JSON)')).content.toString()).format).toBe('pentad-figure/1')
      const { file, texts } = await report(page)
      expect(file).toBe(`run-${FIRST.slice(0, 8)}-report.pdf`)
      if (!HAS_POPPLER) return
      expect(texts[0]).toContain('Run first light')
      expect(texts[0]).toContain('Loss against the best physical qubit')
      for (const text of texts) expect(text).toContain('SIMULATED')
    })
  })

  it('sees a clean console but for streams that were refused', () =>
    expect(station.complaints.filter(complaint => !complaint.includes('/v1/events'))).toEqual([]))
})
