/** The window's security rules as pure functions of URLs and options, testable without Electron. */
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

/**
 * Whether the target is on the origin that the window was opened on; another port of this machine is another origin.
 */
export const isSameOrigin = (target: string, serviceUrl: string): boolean =>
  URL.canParse(target) && new URL(target).origin === new URL(serviceUrl).origin

/**
 * Whether the frame may request a token: only the main frame of our own page, not other frames or origins, nor a frame
 * that is gone.
 */
export const mayRequestToken = (frame: { url: string; parent: unknown } | null, serviceUrl: string): boolean =>
  frame !== null && frame.parent === null && isSameOrigin(frame.url, serviceUrl)

/** Copying and full screen are the only permissions that the interface needs. */
const GRANTED = new Set(['clipboard-sanitized-write', 'fullscreen'])
export const isPermissionGranted = (permission: string, requester: string, serviceUrl: string): boolean =>
  GRANTED.has(permission) && isSameOrigin(requester, serviceUrl)
