/** Packages cannot be built without Electron's binary; what can be judged anywhere is that the builder accepts the settings. */
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'

interface BuilderConfig {
  readonly npmRebuild: boolean
  readonly asarUnpack: readonly string[]
  readonly extraResources: readonly { readonly from: string; readonly to: string }[]
  readonly electronFuses: Readonly<Record<string, boolean>>
  readonly linux: { readonly icon: string; readonly target: readonly string[] }
  readonly win: { readonly target: readonly string[] }
  readonly mac: { readonly target: readonly string[] }
}
interface Builder {
  getConfig(folder: string, file: null, override: null, metadata: object): Promise<BuilderConfig>
  validateConfiguration(config: BuilderConfig, logger: { isEnabled: boolean; add(): void }): Promise<void>
}

const root = resolve(import.meta.dirname, '..')
const { getConfig, validateConfiguration } = createRequire(
  createRequire(import.meta.url).resolve('electron-builder/package.json'),
)('app-builder-lib/out/util/config/config') as Builder
const read = () => getConfig(root, null, null, { hasValue: true, value: Promise.resolve({}) })

describe('the packaging settings', () => {
  it('are valid to the builder', async () => {
    await validateConfiguration(await read(), { isEnabled: false, add: () => {} })
  })

  it('name every platform, the fuses and the unpacked native modules', async () => {
    const { linux, win, mac, asarUnpack, electronFuses } = await read()
    expect([linux.target, win.target, mac.target]).toEqual([['AppImage', 'deb'], ['nsis'], ['dmg']])
    expect(asarUnpack).toContain('native/build/**/*.node')
    expect(electronFuses).toMatchObject({
      runAsNode: false,
      onlyLoadAppFromAsar: true,
      enableNodeOptionsEnvironmentVariable: false,
    })
  })

  it('point at files that exist, and leave native modules to our own scripts', async () => {
    const { npmRebuild, linux } = await read()
    expect(existsSync(join(root, linux.icon))).toBe(true)
    expect(npmRebuild).toBe(false)
    const beside = (await read()).extraResources
    expect(beside.map(({ to }) => to)).toEqual(['udev', 'instruments', 'help/instruments'])
    expect(beside.filter(({ from, to }) => from !== `resources/${to}` || !existsSync(join(root, from)))).toEqual([])
  })
})
