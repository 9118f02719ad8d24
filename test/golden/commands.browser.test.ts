/** What the built commands print, word for word. */
import { spawnSync } from 'node:child_process'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '../..')
const COMMANDS = ['experiment', 'keys', 'devices', 'calibrations', 'headless']
const built = (name: string): string => join(root, 'out', 'main', `${name}.js`)

describe('the help of', () => {
  it.each(COMMANDS)('%s is as it was', async name => {
    const { stdout, status } = spawnSync(process.execPath, [built(name), '--help'], { encoding: 'utf8' })
    expect(status).toBe(0)
    await expect(stdout).toMatchFileSnapshot(resolve(import.meta.dirname, 'expected', `${name} --help.txt`))
  })
})
