import { describe, expect, it } from 'vitest'
import { chooseHost, electronCanBeFetched } from '../../../main/launch/host.mjs'

const desktop = {
  platform: 'linux' as NodeJS.Platform,
  isRoot: false,
  env: { DISPLAY: ':0' } as Record<string, string>,
  headless: false,
  binary: () => '/electron' as string | null,
  canFetch: async () => true,
  starts: () => true,
}

describe('the choice of the host', () => {
  it('is Electron where a window can open', async () => {
    expect(await chooseHost(desktop)).toEqual({ host: 'electron', binary: '/electron' })
    expect(await chooseHost({ ...desktop, env: { WAYLAND_DISPLAY: 'wayland-0' } })).toHaveProperty('host', 'electron')
    expect(await chooseHost({ ...desktop, platform: 'darwin', env: {} })).toHaveProperty('host', 'electron')
    expect(await chooseHost({ ...desktop, platform: 'win32', env: {}, isRoot: true })).toHaveProperty(
      'host',
      'electron',
    )
  })

  it('is to fetch Electron where only its binary is missing', async () => {
    expect(await chooseHost({ ...desktop, binary: () => null })).toEqual({ host: 'fetch' })
  })

  it.each([
    ['it was asked for', { headless: true }, /as asked/],
    ['there is no display', { env: {} }, /no display/],
    ['the sandbox would not work', { isRoot: true }, /sandbox/],
    ['the binary does not start', { starts: () => false }, /does not start/],
    [
      'the binary cannot be had',
      { binary: () => null, canFetch: async () => false },
      /not installed and cannot be fetched/,
    ],
  ])('is headless, with the reason, when %s', async (_, change, why) => {
    expect(await chooseHost({ ...desktop, ...change })).toEqual({ host: 'headless', why: expect.stringMatching(why) })
  })

  it('asks neither the binary nor the network when no window could open', async () => {
    const never = () => {
      throw new Error('asked')
    }
    await chooseHost({ ...desktop, env: {}, binary: never, canFetch: never, starts: never })
  })

  it('gives up on a source that does not answer', async () => {
    expect(await electronCanBeFetched({ ELECTRON_MIRROR: 'http://127.0.0.1:1/' })).toBe(false)
  })
})
