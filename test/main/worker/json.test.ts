import { describe, expect, it } from 'vitest'
import { jsonBlobs } from '../../../main/jobs/storage/job-table'
import { type Json, jsonColumn } from '../../../main/worker/json'

/** JSON of a string, `length` characters in all. */
const jsonOf = (length: number): string => JSON.stringify('x'.repeat(length - 2))

function fileFolder() {
  const files: Uint8Array[] = []
  return {
    files,
    writeFile: async (bytes: Uint8Array) => String(files.push(bytes) - 1),
    readFile: async (name: string) => files[Number(name)]!,
  }
}

describe('a column of JSON', () => {
  it.each([
    { given: {}, most: 65_536 },
    { given: { limit: 250_000 }, most: 250_000 },
  ])('holds up to $most characters, and refers to a file beyond', async ({ given, most }) => {
    const { files, writeFile } = fileFolder()
    const column = (json: Json) => jsonColumn(json, { ...given, writeFile, refer: file => `in ${file}` })
    expect(await column(jsonOf(most))).toBe(jsonOf(most))
    expect(files).toEqual([])
    expect(await column(jsonOf(most + 1))).toBe('in 0')
    expect(Buffer.from(files[0]!).toString()).toBe(jsonOf(most + 1))
  })

  it('takes bytes as it takes text', async () => {
    const { files, writeFile } = fileFolder()
    const column = (json: Json) => jsonColumn(json, { limit: 10, writeFile, refer: file => `in ${file}` })
    expect(await column(Buffer.from('{"é":1}'))).toBe('{"é":1}')
    expect(await column(Buffer.from(jsonOf(11)))).toBe('in 0')
    expect(Buffer.from(files[0]!).toString()).toBe(jsonOf(11))
  })

  it('of a job is read back from where it lies', async () => {
    const folder = fileFolder()
    const { write, read } = jsonBlobs(folder)
    expect(await write(jsonOf(65_536))).toBe(jsonOf(65_536))
    expect(await write(jsonOf(65_537))).toBe('file:0')
    expect(Buffer.from((await read('file:0')) as Uint8Array).toString()).toBe(jsonOf(65_537))
    expect(await read('[]')).toBe('[]')
  })
})
