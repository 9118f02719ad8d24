import { describe, expect, it } from 'vitest'
import type { RunRecord } from '../../../../main/contract/runs/record'
import { provenanceIn, recordColumn, recordIn } from '../../../../main/runs/recording/record-file'
import { parsed } from '../../../../main/worker/json'

const hash = (digit: string) => digit.repeat(64)
const record = (padding: number) =>
  ({
    run_id: 'r',
    engine: 'native-frames/1',
    warnings: 'x'.repeat(padding),
    shot_files: [{ sha256: hash('a') }, { sha256: hash('b') }],
  }) as unknown as RunRecord

describe.each([
  ['a short record', 10, false],
  ['a long record', 1_000_000, true],
])('%s', (_, padding, is_filed) => {
  const files = new Map<string, Uint8Array>()
  const keep = async (bytes: Uint8Array) => {
    files.set(hash('c'), bytes)
    return hash('c')
  }
  const readFile = async (sha256: string) => files.get(sha256)!

  it('comes back as it was', async () => {
    const column = await recordColumn(record(padding), keep)
    expect(parsed(await recordIn(column, readFile))).toEqual(record(padding))
    expect(files.size).toBe(is_filed ? 1 : 0)
  })

  it('names in its column every file that must not be removed, and what made the bits', async () => {
    const column = await recordColumn(record(padding), keep)
    for (const digit of is_filed ? ['a', 'b', 'c'] : ['a', 'b']) expect(column).toContain(hash(digit))
    expect(provenanceIn(column)).toMatchObject({ engine: 'native-frames/1', shots: [hash('a'), hash('b')] })
    expect(column.length).toBeLessThan(2_000)
  })
})
