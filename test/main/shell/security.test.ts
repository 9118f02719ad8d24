import { describe, expect, it } from 'vitest'
import { isPermissionGranted, isSameOrigin, mayRequestToken, windowOptions } from '../../../main/shell/security'

const HOME = 'http://127.0.0.1:7513'

describe('the window', () => {
  it('is sandboxed, isolated and without Node', () => {
    const { webPreferences } = windowOptions('/preload.cjs')
    expect(webPreferences).toMatchObject({
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webviewTag: false,
      webSecurity: true,
    })
  })

  it.each([`${HOME}/runs`, `${HOME}/`])('may go to its own page %s', url => expect(isSameOrigin(url, HOME)).toBe(true))

  it.each([
    'http://127.0.0.1:7514/',
    'http://localhost:7513/',
    'https://127.0.0.1:7513/',
    'http://127.0.0.1:7513@evil.example/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'data:text/html,x',
    'about:blank',
    'not a url',
    '',
  ])('may not go to %s', url => expect(isSameOrigin(url, HOME)).toBe(false))
})

describe('a sign-in token', () => {
  it('goes to the main frame of the own page', () =>
    expect(mayRequestToken({ url: `${HOME}/jobs`, parent: null }, HOME)).toBe(true))
  it('does not go to a frame inside the page', () =>
    expect(mayRequestToken({ url: `${HOME}/jobs`, parent: {} }, HOME)).toBe(false))
  it('does not go to another origin', () =>
    expect(mayRequestToken({ url: 'http://127.0.0.1:1/', parent: null }, HOME)).toBe(false))
  it('does not go to a frame that is gone', () => expect(mayRequestToken(null, HOME)).toBe(false))
})

describe('permissions', () => {
  it('are denied by default', () => {
    for (const permission of [
      'media',
      'geolocation',
      'notifications',
      'serial',
      'hid',
      'usb',
      'openExternal',
      'unknown',
    ]) {
      expect(isPermissionGranted(permission, HOME, HOME), permission).toBe(false)
    }
  })
  it('let the own page copy, and no other page', () => {
    expect(isPermissionGranted('clipboard-sanitized-write', `${HOME}/runs`, HOME)).toBe(true)
    expect(isPermissionGranted('clipboard-sanitized-write', 'https://evil.example/', HOME)).toBe(false)
  })
})
