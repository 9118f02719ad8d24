/**
 * Runs the real Electron where its binary is present (ELECTRON_OVERRIDE_DIST_PATH or an installed one) and there is a
 * display; elsewhere it is skipped and says so. The shell's rules are tested without Electron beside this file.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { type ElectronApplication, _electron as electron } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ensureElectronSqlite } from '../../../main/launch/install/electron-sqlite.mjs'

const root = resolve(import.meta.dirname, '../../..')
const LONG = { timeout: 90_000 }

function electronBinary(): string | null {
  const dist = process.env.ELECTRON_OVERRIDE_DIST_PATH ?? join(root, 'node_modules/electron/dist')
  const pathFile = join(root, 'node_modules/electron/path.txt')
  const name = existsSync(pathFile)
    ? readFileSync(pathFile, 'utf8').trim()
    : process.platform === 'win32'
      ? 'electron.exe'
      : 'electron'
  const binary = join(dist, name)
  return existsSync(binary) ? binary : null
}

const binary = electronBinary()
const display = process.platform !== 'linux' || Boolean(process.env.DISPLAY ?? process.env.WAYLAND_DISPLAY)

function whatIsMissing(): string | null {
  if (binary === null) return "Electron's binary is not installed"
  if (!display) return 'there is no display'
  return ensureElectronSqlite(root, line => console.info(line)) ? null : 'better-sqlite3 cannot be built for it here'
}
const missing = whatIsMissing()
if (missing) console.info(`Skipped: the Electron end-to-end test, because ${missing}.`)

describe.skipIf(missing !== null)('the workstation in Electron', () => {
  let data: string
  let app: ElectronApplication

  beforeAll(async () => {
    data = mkdtempSync(join(tmpdir(), 'pentad-electron-'))
    const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : []
    app = await electron.launch({
      executablePath: binary!,
      args: [...sandbox, root, '--port', '0', '--data', data],
      ...LONG,
    })
  })

  afterAll(async () => {
    await app?.close()
    rmSync(data, { recursive: true, force: true })
  })

  it('opens signed in, without Node in the page, and shows the backends', async () => {
    const window = await app.firstWindow(LONG)
    await window
      .getByRole('link', { name: /backends/i })
      .first()
      .click(LONG)
    await window.getByText('dev-a-mock').first().waitFor(LONG)
    await expect.poll(() => window.evaluate('typeof require + typeof process')).toBe('undefinedundefined')
    await expect.poll(() => window.evaluate('Object.keys(window.pentad).sort().join()')).toBe('host,signInToken')
  })
})
