/** The programs of the threads as the build leaves them; here, and not among the unit tests, because they need the build. */
import { existsSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { ServiceTasks, ThreadData } from '../../../main/composition/tasks'
import { threadScript } from '../../../main/worker/offload'
import { createPool } from '../../../main/worker/pool'

const OUT = resolve(import.meta.dirname, '../../../out/main')
const built = existsSync(join(OUT, 'headless.js'))
if (!built) console.info('Skipped: the program of the threads, because there is no build; npm test makes one.')

describe.skipIf(!built)('the built programs of the threads', () => {
  it.each(['thread.cjs', 'signing-thread.cjs', 'twin-thread.cjs'] as const)(
    '%s is found from the entries and from their chunks, and needs nothing beside it',
    program => {
      const script = threadScript(program, OUT)
      expect(threadScript(program, join(OUT, 'chunks'))).toBe(script)
      const needed = [...script.matchAll(/\brequire\("([^"]*)"\)/g)].map(([, name]) => name!)
      expect(needed.filter(name => !isBuiltin(name))).toEqual([])
    },
  )

  it('execute a task', async () => {
    const script = threadScript('thread.cjs', OUT)
    const data: ThreadData = { native_dirs: [], versions: 'none, as nothing is sampled' }
    const pool = createPool<ServiceTasks>({ script, data })
    const bytes = new TextEncoder().encode('{"text":"OPENQASM 2.0; qreg q[1]; U(0,0,0) q[0];"}')
    const path = '/api/svc/quantum/circuits/parse'
    const json = await pool.run('parseCircuit', { method: 'POST', path, params: {}, query: {}, bytes })
    expect(JSON.parse(new TextDecoder().decode(json))).toMatchObject({ version: '2.0' })
    await pool.close()
  })
})
