import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { runBounded } from '../../../main/launch/testing/process-group.mjs'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pentad-group-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const run = (script: string, limit_ms = 60_000, grace_ms = 100) =>
  runBounded(['-e', script], { cwd: folder, limit_ms, grace_ms, stdio: 'ignore' })

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/** Starts a child that ignores requests to end, and leaves its number behind. */
const startDeaf = `
  const deaf = "process.on('SIGTERM', () => {}); require('fs').writeFileSync('pid', String(process.pid)); setInterval(() => {}, 1000)"
  require('child_process').spawn(process.execPath, ['-e', deaf], { stdio: 'ignore' }).unref()
  const whenThere = then => setTimeout(() => (require('fs').existsSync('pid') ? then() : whenThere(then)), 10)`
const deafPid = () => Number(readFileSync(join(folder, 'pid'), 'utf8'))

describe('a program within a bound', () => {
  it('answers its exit code', async () => {
    expect(await run('process.exit(3)')).toBe(3)
    expect(await run('process.kill(process.pid, "SIGKILL")')).toBe(null)
  })

  it('ends at the bound with its children, also with those that hear no request', async () => {
    const code = await run(
      `${startDeaf}; process.on('SIGTERM', () => whenThere(() => process.exit(4))); whenThere(() => {}); setInterval(() => {}, 1000)`,
      2_000,
      5_000,
    )
    expect(code).toBe(4)
    expect(existsSync(join(folder, 'pid'))).toBe(true)
    await expect.poll(() => isRunning(deafPid())).toBe(false)
  })

  it('says that it met its bound, and is killed where it does not end itself', async () => {
    let said = 0
    const options = { cwd: folder, limit_ms: 500, grace_ms: 100, stdio: 'ignore' as const, onLimit: () => said++ }
    const code = await runBounded(['-e', `process.on('SIGTERM', () => {}); setInterval(() => {}, 1000)`], options)
    expect([code, said]).toEqual([null, 1])
  })

  it('leaves no child behind that it did not end itself', async () => {
    expect(await run(`${startDeaf}; whenThere(() => process.exit(0))`)).toBe(0)
    await expect.poll(() => isRunning(deafPid())).toBe(false)
  })
})
