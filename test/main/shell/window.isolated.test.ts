import { beforeEach, describe, expect, it, vi } from 'vitest'
import { SIGN_IN_CHANNEL } from '../../../preload/bridge'

type Listener = (event: { url: string; preventDefault(): void }) => void

const fake = vi.hoisted(() => ({
  listeners: new Map<string, Listener>(),
  openHandler: null as null | (() => { action: string }),
  requestHandler: null as
    | null
    | ((contents: { getURL(): string }, permission: string, reply: (yes: boolean) => void) => void),
  handlers: new Map<string, (event: unknown) => unknown>(),
  loaded: [] as string[],
}))

vi.mock('electron', () => ({
  BrowserWindow: class {
    once(): void {}
    show(): void {}
    loadURL(url: string): Promise<void> {
      fake.loaded.push(url)
      return Promise.resolve()
    }
    webContents = {
      on: (name: string, listener: Listener) => fake.listeners.set(name, listener),
      setWindowOpenHandler: (handler: () => { action: string }) => {
        fake.openHandler = handler
      },
    }
  },
  session: {
    defaultSession: {
      setPermissionRequestHandler: (handler: typeof fake.requestHandler) => {
        fake.requestHandler = handler
      },
      setPermissionCheckHandler: () => {},
    },
  },
  ipcMain: { handle: (channel: string, handler: (event: unknown) => unknown) => fake.handlers.set(channel, handler) },
}))

const { answerSignIn, openWindow } = await import('../../../main/shell/window')
const home = { url: 'http://127.0.0.1:7513', signInUrl: () => 'http://127.0.0.1:7513/sign-in?token=once' }

beforeEach(() => {
  fake.listeners.clear()
  fake.loaded.length = 0
})

describe('the one window', () => {
  it('opens on the service and refuses to leave it', () => {
    openWindow(home, '/preload.cjs')
    expect(fake.loaded).toEqual([home.url])
    for (const name of ['will-navigate', 'will-frame-navigate']) {
      const away = { url: 'https://example.org/', preventDefault: vi.fn() }
      const within = { url: `${home.url}/jobs`, preventDefault: vi.fn() }
      fake.listeners.get(name)!(away)
      fake.listeners.get(name)!(within)
      expect(away.preventDefault).toHaveBeenCalledOnce()
      expect(within.preventDefault).not.toHaveBeenCalled()
    }
  })

  it('opens no further window and attaches no webview', () => {
    openWindow(home, '/preload.cjs')
    expect(fake.openHandler!()).toEqual({ action: 'deny' })
    const event = { url: '', preventDefault: vi.fn() }
    fake.listeners.get('will-attach-webview')!(event)
    expect(event.preventDefault).toHaveBeenCalledOnce()
  })

  it('denies permissions it does not know', () => {
    openWindow(home, '/preload.cjs')
    const reply = vi.fn()
    fake.requestHandler!({ getURL: () => home.url }, 'geolocation', reply)
    expect(reply).toHaveBeenCalledWith(false)
  })
})

describe('the sign-in channel', () => {
  it('gives the token to the page and to nobody else', () => {
    answerSignIn(home)
    const ask = fake.handlers.get(SIGN_IN_CHANNEL)!
    expect(ask({ senderFrame: { url: home.url, parent: null } })).toBe('once')
    expect(() => ask({ senderFrame: { url: 'https://example.org/', parent: null } })).toThrow(/may ask/)
    expect(() => ask({ senderFrame: null })).toThrow(/may ask/)
  })
})
