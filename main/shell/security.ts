/** The window's rules as plain functions of URLs and options, so that they can be tested without Electron. */
import type { BrowserWindowConstructorOptions } from 'electron'

export const windowOptions = (preload: string): BrowserWindowConstructorOptions => ({
  title: 'Pentad',
  width: 1440,
  height: 900,
  minWidth: 1024,
  minHeight: 640,
  show: false,
  backgroundColor: '#1c2127',
  webPreferences: {
    preload,
    sandbox: true,
    contextIsolation: true,
    nodeIntegration: false,
    nodeIntegrationInWorker: false,
    nodeIntegrationInSubFrames: false,
    webviewTag: false,
    webSecurity: true,
    allowRunningInsecureContent: false,
    experimentalFeatures: false,
    navigateOnDragDrop: false,
    spellcheck: false,
    devTools: true,
  },
})

/** The window stays on the service it was opened on; anything else, also another port of this machine, is refused. */
export const staysHome = (target: string, home: string): boolean =>
  URL.canParse(target) && new URL(target).origin === new URL(home).origin

/** Only the main frame of our own page may ask for a token: frames, other origins and vanished frames may not. */
export const mayAsk = (frame: { url: string; parent: unknown } | null, home: string): boolean =>
  frame !== null && frame.parent === null && staysHome(frame.url, home)

/** Copy and full screen are the only permissions the interface needs. */
const GRANTED = new Set(['clipboard-sanitized-write', 'fullscreen'])
export const grants = (permission: string, requester: string, home: string): boolean =>
  GRANTED.has(permission) && staysHome(requester, home)
