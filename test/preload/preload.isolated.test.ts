import { expect, it, vi } from 'vitest'
import type { PentadBridge } from '../../preload/bridge'

const exposed = vi.hoisted(() => new Map<string, PentadBridge>())
vi.mock('electron', () => ({
  contextBridge: { exposeInMainWorld: (name: string, bridge: PentadBridge) => exposed.set(name, bridge) },
  ipcRenderer: { invoke: (channel: string) => Promise.resolve(`from ${channel}`) },
}))

it('exposes one frozen object with the token call and nothing of ipcRenderer', async () => {
  await import('../../preload/index')
  const bridge = exposed.get('pentad')!
  expect([...exposed.keys()]).toEqual(['pentad'])
  expect(Object.isFrozen(bridge)).toBe(true)
  expect(Object.keys(bridge).sort()).toEqual(['host', 'signInToken'])
  expect(await bridge.signInToken()).toBe('from pentad:sign-in-token')
})
