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
const options = { preload: '/preload.cjs', mayLeave: vi.fn() }

beforeEach(() => {
  fake.listeners.clear()
  fake.loaded.length = 0
})

describe('the one window', () => {
  it('opens on the service and refuses to leave it', () => {
    openWindow(home, options)
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
    openWindow(home, options)
    expect(fake.openHandler!()).toEqual({ action: 'deny' })
    const event = { url: '', preventDefault: vi.fn() }
    fake.listeners.get('will-attach-webview')!(event)
    expect(event.preventDefault).toHaveBeenCalledOnce()
  })

  it('closes with changes that are not saved once that is agreed to', () => {
    openWindow(home, options)
    const closed = (mayLeave: boolean) => {
      options.mayLeave.mockReturnValueOnce(mayLeave)
      const event = { url: '', preventDefault: vi.fn() }
      fake.listeners.get('will-prevent-unload')!(event)
      return event.preventDefault.mock.calls.length > 0
    }
    expect([closed(false), closed(true)]).toEqual([false, true])
  })

  it('denies permissions it does not know', () => {
    openWindow(home, options)
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
