/** A service on a fresh data folder and a browser on it, for the journeys of the window. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { inject } from 'vitest'
import { configured } from '../configured'
import { startWarmService } from '../warm-service'
import { PATIENCE } from './pages'

export const root = resolve(import.meta.dirname, '../..')
const artefacts = join(root, 'test', 'artefacts')

/** Where Chromium listens; empty where it is not installed, and the journeys are skipped. */
export const browserAddress = inject('chromium')

/**
 * PENTAD_LATENCY_MS holds each request back, files too, and each message of a web socket, for up to that long: journeys must not
 * depend on who answers first.
 */
const LATENCY_MS = Number(process.env.PENTAD_LATENCY_MS ?? 0)

/** PENTAD_CPU_SLOWDOWN makes the window that many times slower: journeys must not depend on how fast it draws. */
const CPU_SLOWDOWN = Number(process.env.PENTAD_CPU_SLOWDOWN ?? 1)

const KEEPS_PICTURES = Boolean(process.env.PENTAD_PICTURES)

export interface Workstation {
  readonly url: string
  readonly page: Page
  signInUrl(): string
  /** Errors and warnings of the console, failed requests, uncaught exceptions: what a clean window has none of. */
  readonly complaints: string[]
  /** Keeps a picture under test/artefacts where PENTAD_PICTURES is set: each takes a moment. */
  shoot(name: string): Promise<void>
  /** Another window, signed in as the first, with a clock of its own, which a journey may put forward (`page.clock`). */
  secondWindow(): Promise<{ readonly page: Page; close(): Promise<void> }>
  /** The window of somebody who was never here. */
  freshWindow(): Promise<{ readonly page: Page; close(): Promise<void> }>
  close(): Promise<void>
}

export async function openWorkstation(): Promise<Workstation> {
  const data = mkdtempSync(join(tmpdir(), 'pentad-journey-'))
  const service = await startWarmService(configured(data, { interface_dir: join(root, 'out/renderer') }))
  const browser = await chromium.connect(browserAddress)
  const page = await newPage(browser)
  const complaints = listen(page)
  if (KEEPS_PICTURES) mkdirSync(artefacts, { recursive: true })
  return {
    url: service.url,
    page,
    complaints,
    signInUrl: () => service.signInUrl(),
    async shoot(name) {
      if (KEEPS_PICTURES) await page.screenshot({ path: join(artefacts, `${name}.png`) })
    },
    async secondWindow() {
      const opened = await newPage(browser, await page.context().storageState())
      await opened.clock.install()
      return { page: opened, close: () => opened.context().close() }
    },
    async freshWindow() {
      const opened = await newPage(browser)
      return { page: opened, close: () => opened.context().close() }
    },
    async close() {
      await browser.close()
      await service.stop()
      rmSync(data, { recursive: true, force: true })
    },
  }
}

type StorageState = Awaited<ReturnType<BrowserContext['storageState']>>

/** Nothing turns while it waits: each frame of a spinner costs a browser without a graphics card as much as the page does. */
async function newPage(browser: Browser, storageState: StorageState = { cookies: [], origins: [] }): Promise<Page> {
  const context = await browser.newContext({
    storageState,
    viewport: { width: 1440, height: 900 },
    acceptDownloads: true,
    reducedMotion: 'reduce',
  })
  context.setDefaultTimeout(PATIENCE.timeout)
  if (LATENCY_MS > 0) await holdBack(context)
  const page = await context.newPage()
  if (CPU_SLOWDOWN > 1) {
    const devtools = await context.newCDPSession(page)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
  }
  return page
}

const held = () => delay(Math.random() * LATENCY_MS)

async function holdBack(context: BrowserContext): Promise<void> {
  await context.route('**', async route => {
    await held()
    await route.fallback().catch(() => {})
  })
  await context.routeWebSocket('**', socket => {
    const server = socket.connectToServer()
    let last = Promise.resolve()
    server.onMessage(message => {
      last = last.then(held).then(() => socket.send(message))
    })
  })
}

function listen(page: Page): string[] {
  const complaints: string[] = []
  page.on('console', message => {
    if (['error', 'warning'].includes(message.type()))
      complaints.push(`console ${message.type()}: ${message.text()} (${message.location().url})`)
  })
  page.on('pageerror', error => complaints.push(`uncaught: ${error.message}`))
  page.on('requestfailed', request => {
    const failure = request.failure()?.errorText ?? ''
    if (!failure.includes('ERR_ABORTED')) complaints.push(`failed: ${request.url()} ${failure}`)
  })
  return complaints
}
