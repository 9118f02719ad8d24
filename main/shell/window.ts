import { BrowserWindow, ipcMain, type Session, session } from 'electron'
import { SIGN_IN_CHANNEL } from '../../preload/bridge'
import { grants, mayAsk, staysHome, windowOptions } from './security'

interface Home {
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
export function openWindow(home: Home, { preload, mayLeave }: WindowOptions): BrowserWindow {
  restrict(session.defaultSession, home.url)
  const window = new BrowserWindow(windowOptions(preload))
  window.once('ready-to-show', () => window.show())
  window.webContents.on('will-navigate', event => staysHome(event.url, home.url) || event.preventDefault())
  window.webContents.on('will-frame-navigate', event => staysHome(event.url, home.url) || event.preventDefault())
  window.webContents.on('will-attach-webview', event => event.preventDefault())
  window.webContents.on('will-prevent-unload', event => mayLeave() && event.preventDefault())
  window.webContents.setWindowOpenHandler(() => ({ action: 'deny' }))
  void window.loadURL(home.url)
  return window
}

function restrict(profile: Session, home: string): void {
  profile.setPermissionRequestHandler((contents, permission, reply) =>
    reply(grants(permission, contents.getURL(), home)),
  )
  profile.setPermissionCheckHandler((_, permission, origin) => grants(permission, origin, home))
}

/** Answers requests for a token from the window's own frame only. */
export function answerSignIn(home: Home): void {
  ipcMain.handle(SIGN_IN_CHANNEL, event => {
    if (!mayAsk(event.senderFrame, home.url)) throw new Error('Only the page of this service may ask for a token')
    return new URL(home.signInUrl()).searchParams.get('token')
  })
}
