/** Electron's entry: the same service as the headless host, then one window on it. */
import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { app, dialog, Menu, safeStorage } from 'electron'
import type { Config } from '../config/config'
import { applicationFolder } from '../config/folders'
import { readConfig } from '../config/read'
import { startService } from '../service'
import { mayLeave, notify, stayAwake } from './attention'
import { keepRunning } from './background'
import { desktopKeyring } from './keyring'
import { stopAtQuit } from './quit'
import { answerSignIn, openWindow } from './window'

const root = applicationFolder(app.getAppPath())

/**
 * Arguments without Electron's own switches (--no-sandbox, --inspect and others) and, unpacked, without the entry file.
 */
const ownArguments = (): string[] => {
  const given = process.argv.slice(app.isPackaged ? 1 : 2)
  return given.filter(word => !/^--(no-sandbox|inspect|remote-debugging|disable-|enable-|ozone|in-process)/.test(word))
}

function config(): Config {
  const read = readConfig({
    argv: ownArguments(),
    cwd: process.cwd(),
    root,
    host: 'electron',
    platform: process.platform,
    home: homedir(),
    env: process.env,
  })
  return { ...read, sqlite_binding: electronSqlite() }
}

/**
 * Path of better-sqlite3's build for Electron, outside the archive, because native modules cannot be loaded from it.
 */
function electronSqlite(): string {
  const binding = join(
    root.replace('app.asar', 'app.asar.unpacked'),
    'native',
    'build',
    'electron',
    'better_sqlite3.node',
  )
  if (existsSync(binding)) return binding
  throw new Error(
    `better-sqlite3 is not built for Electron (${binding} is missing). Start with npm start, or use --headless.`,
  )
}

/** Standard menus only: the workstation's own actions are in the window and its command palette. */
const installMenu = (): void =>
  Menu.setApplicationMenu(
    Menu.buildFromTemplate([{ role: 'fileMenu' }, { role: 'editMenu' }, { role: 'viewMenu' }, { role: 'windowMenu' }]),
  )

async function open(): Promise<void> {
  const service = await startService({ ...config(), keyring: desktopKeyring(safeStorage, process.platform) })
  answerSignIn(service)
  installMenu()
  const preload = join(root, 'out', 'preload', 'index.cjs')
  const openAnother = () => openWindow(service, { preload, mayLeave: () => quitting.isSignalled() || mayLeave() })
  const show = () => {
    if (window.isDestroyed()) window = openAnother()
    else window.focus()
  }
  const removeTray = keepRunning({ icon: join(root, 'resources', 'icons', 'pentad.png'), show })
  const sleepAgain = stayAwake(service.activity)
  const atQuit = () => {
    sleepAgain()
    removeTray()
  }
  const quitting = stopAtQuit(service, { atQuit, show })
  let window = openAnother()
  app.on('second-instance', show)
  app.on('activate', show)
  notify(service.activity)
}

if (app.requestSingleInstanceLock()) {
  app.enableSandbox()
  app
    .whenReady()
    .then(open)
    .catch((error: unknown) => {
      dialog.showErrorBox('Pentad cannot start', error instanceof Error ? error.message : String(error))
      app.exit(1)
    })
} else {
  app.quit()
}
