import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { microOf } from '../../../../main/account/ledger'
import { Run } from '../../../../main/contract/runs/run'
import { openStore } from '../../../../main/store/store'
import { openMemoryStore } from '../../store/memory-store'
import { completed, MODULE, openLab, PLANES, reproducible } from '../laboratory'
import { metered, PRICE, TOKENS, VICTIMS } from './killed-process'

/** Node cannot read TypeScript by itself: Vite runs the file. */
const START = `
  const { runnerImport } = await import('vite')
  const { module } = await runnerImport(process.argv[1], { configFile: false, root: process.cwd() })
  await module.main(process.argv[2], process.argv[3])
`

/** Starts a run in a process of its own and kills that process, without warning, once the run is under way. */
function killedMidway(dataDir: string, engine: keyof typeof VICTIMS): Promise<Run> {
  return new Promise((resolve, reject) => {
    const victim = join(import.meta.dirname, 'killed-process.ts')
    const child = spawn(process.execPath, ['--input-type=module', '-e', START, victim, dataDir, engine], {
      cwd: join(import.meta.dirname, '../../../..'),
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let [said, complaint] = ['', '']
    child.stderr.on('data', chunk => {
      complaint += chunk
    })
    child.stdout.on('data', chunk => {
      said += chunk
      if (said.includes('\n')) child.kill('SIGKILL')
    })
    child.on('exit', (code, signal) => {
      if (signal === 'SIGKILL') resolve(Run.parse(JSON.parse(said)))
      else reject(new Error(`the victim ended with ${code} by itself: ${complaint}`))
    })
  })
}

it.each(['frames', 'trajectories'] as const)(
  'resumes a run by %s after kill -9 with the record it would have had, and is charged once',
  async engine => {
    const dataDir = mkdtempSync(join(tmpdir(), 'pentad-kill-'))
    try {
      const run = await killedMidway(dataDir, engine)
      const store = openStore({ dataDir })
      const { ledger, pricing } = metered(store)
      const balance = () => {
        ledger.verify()
        return ledger.balance('compute_token')
      }
      const runs = openLab({ store, pricing })
      const { reserved, shots_planned } = run.tokens!
      expect(balance()).toMatchObject({ available: TOKENS - reserved, reserved, spent: 0 })
      expect(runs.get({ ...MODULE, run_id: run.run_id }).status).toBe('PROCESSING')
      await runs.resume()
      const record = await completed(runs, run)
      for (const { sha256 } of record.shot_files) await runs.shots({ ...MODULE, run_id: run.run_id, sha256 }, PLANES)
      expect(record.tokens).toEqual({ price_per_shot: PRICE, shots_executed: shots_planned, charged: reserved })
      expect(balance()).toMatchObject({ available: TOKENS - reserved, reserved: 0, spent: reserved })
      await runs.stop()
      store.close()

      const whole = openMemoryStore()
      const payer = metered(whole)
      payer.ledger.purchase('compute_token', microOf(TOKENS))
      const undisturbed = openLab({ store: whole, pricing: payer.pricing })
      const expected = await completed(undisturbed, await undisturbed.submit(MODULE, VICTIMS[engine]))
      expect(reproducible(record)).toEqual(reproducible(expected))
      whole.close()
    } finally {
      rmSync(dataDir, { recursive: true, force: true })
    }
  },
)
