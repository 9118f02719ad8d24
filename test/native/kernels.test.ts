import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { describe, expect, it } from 'vitest'

const build = spawnSync(process.execPath, ['native/build.mjs'], { encoding: 'utf8' })
const stamp = JSON.parse(readFileSync('native/build/stamp.json', 'utf8'))
const executable = ['kernels_test', 'kernels_test.exe']
  .map(name => `native/build/Release/${name}`)
  .find(file => existsSync(file))

describe('the kernels build', () => {
  it('ends well even without a compiler, and notes what came of it', () => {
    expect(build.status).toBe(0)
    expect(stamp).toMatchObject({ fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/), built: expect.any(Boolean) })
    if (!stamp.built) console.warn(`Skipped, the kernels' C++ tests: ${stamp.problem}`)
  })

  it('is quiet and leaves the binary alone when nothing changed', () => {
    const again = spawnSync(process.execPath, ['native/build.mjs'], { encoding: 'utf8' })
    expect(again).toMatchObject({ status: 0, stdout: '', stderr: '' })
  })
})

describe.skipIf(!stamp.built)('the kernels without Node', () => {
  it('pass their own checks', () => {
    const run = spawnSync(executable!, { encoding: 'utf8' })
    expect(run.stdout.split('\n').filter(line => line.startsWith('FAIL'))).toEqual([])
    expect(run.stdout.split('\n').filter(line => line.startsWith('ok')).length).toBeGreaterThan(20)
    expect(run.status).toBe(0)
  })
})

describe('the C++ sources', () => {
  it('are formatted', () => {
    const files = readdirSync('native', { recursive: true, encoding: 'utf8' }).filter(
      name => /\.(cc|h)$/.test(name) && !/^(build|node_modules)\b/.test(name),
    )
    expect(files.length).toBeGreaterThan(100)
    const formatter = createRequire(import.meta.url).resolve('clang-format/index.js')
    const run = spawnSync(process.execPath, [formatter, '--dry-run', '-Werror', ...files], {
      cwd: 'native',
      encoding: 'utf8',
    })
    expect(run).toMatchObject({ status: 0, stderr: '' })
  })
})
