import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CONTENDED_PORT, type Contenders, startContenders } from './lock-contenders'

/** A process id that no system gives. */
const GONE = '4194999'
/** Contents of the lock before a round; null where there is none. */
const LEFT = [null, GONE, GONE, 'no number']
const ROUNDS = 1_000
const NAME = `${createHash('sha256').update(CONTENDED_PORT).digest('hex').slice(0, 16)}.lock`
let contenders: Contenders
let folder = ''

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'pentad-lock-'))
  contenders = await startContenders(3)
})
afterAll(() => {
  contenders.end()
  rmSync(folder, { recursive: true, force: true })
})

describe('the lock of a port that three processes want at once', () => {
  it('is held by exactly one of them, whether its last holder is gone or there was none', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const at = join(folder, String(round))
      mkdirSync(at)
      const left = LEFT[round % LEFT.length]!
      if (left !== null) writeFileSync(join(at, NAME), left)
      const ended = await contenders.round(at)
      expect([round, ended.sort()]).toEqual([round, ['busy', 'busy', 'held']])
      expect(readdirSync(at)).toEqual([NAME])
    }
  })
})
