/** Starts Chromium once for all journeys (globalSetup of the browser project); each connects to it by its address. */
import { existsSync } from 'node:fs'
import { type BrowserServer, chromium } from 'playwright-core'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the running Chromium; empty where none is installed. */
    readonly chromium: string
  }
}

const PROGRAMS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
]

let server: BrowserServer | null = null

export async function setup({ provide }: TestProject): Promise<void> {
  const executablePath = process.env.CHROMIUM ?? PROGRAMS.find(existsSync)
  server = executablePath ? await chromium.launchServer({ executablePath, args: FLAGS }) : null
  provide('chromium', server?.wsEndpoint() ?? '')
}

export const teardown = async () => server?.close()
