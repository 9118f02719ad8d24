import { BrowserWindow, ipcMain, type Session, session } from 'electron'
import { SIGN_IN_CHANNEL } from '../../preload/bridge'
import { isPermissionGranted, isSameOrigin, mayRequestToken, windowOptions } from './security'

interface OpenedService {
  readonly url: string
  /** A sign-in link with a new one-time token. */
  signInUrl(): string
}

interface WindowOptions {
  /** File of the preload script. */
  readonly preload: string
  /** Called when the page objects to being left: Electron shows no question itself and would keep the window open. */
  mayLeave(): boolean
}

/** Opens the one window on the service. Call after app is ready. */
export function openWindow(service: OpenedService, { preload, mayLeave }: WindowOptions): BrowserWindow {
  restrict(session.defaultSession, service.url)
  const window = new BrowserWindow(windowOptions(preload))
  window.once('ready-to-show', () => window.show())
  window.webContents.on('will-navigate', event => isSameOrigin(event.url, service.url) || event.preventDefault())
  window.webContents.on('will-frame-navigate', event => isSameOrigin(event.url, service.url) || event.preventDefault())
  window.webContents.on('will-attach-webview', event => event.preventDefault())
  window.webContents.on('will-prevent-unload', event => mayLeave() && event.preventDefault())
  window.webContents.setWindowOpenHandler(() => ({ action: 'deny' }))
  void window.loadURL(service.url)
  return window
}

function restrict(profile: Session, serviceUrl: string): void {
  profile.setPermissionRequestHandler((contents, permission, reply) =>
    reply(isPermissionGranted(permission, contents.getURL(), serviceUrl)),
  )
  profile.setPermissionCheckHandler((_, permission, origin) => isPermissionGranted(permission, origin, serviceUrl))
}

/** Answers requests for a token from the window's own frame only. */
export function answerSignIn(service: OpenedService): void {
  ipcMain.handle(SIGN_IN_CHANNEL, event => {
    if (!mayRequestToken(event.senderFrame, service.url))
      throw new Error('Only the page of this service may ask for a token')
    return new URL(service.signInUrl()).searchParams.get('token')
  })
}
