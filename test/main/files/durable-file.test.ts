import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { appendDurably, replaceFile, writeNewFile } from '../../../main/files/durable-file'

let folder: string
let path: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pentad-durable-'))
  path = join(folder, 'file')
})
afterEach(() => rmSync(folder, { recursive: true }))

describe('a durable file', () => {
  it.each([
    ['by default', undefined, 0o600],
    ['as asked', 0o640, 0o640],
  ])('is readable %s, and nothing is left beside it', (_, mode, expected) => {
    replaceFile(path, 'first', mode)
    replaceFile(path, Uint8Array.of(1, 2, 3), mode)
    expect([...readFileSync(path)]).toEqual([1, 2, 3])
    expect(statSync(path).mode & 0o777).toBe(expected)
    expect(readdirSync(folder)).toEqual(['file'])
  })

  it('keeps the old content where the new one cannot be put in its place', () => {
    mkdirSync(path)
    writeFileSync(join(path, 'inside'), 'old')
    expect(() => replaceFile(path, 'new')).toThrow()
    expect(readFileSync(join(path, 'inside'), 'utf8')).toBe('old')
    expect(readdirSync(folder)).toEqual(['file'])
  })

  it('is never written over where it is to be new', () => {
    writeNewFile(path, 'first')
    expect(() => writeNewFile(path, 'second')).toThrow(expect.objectContaining({ code: 'EEXIST' }))
    expect(readFileSync(path, 'utf8')).toBe('first')
    expect(readdirSync(folder)).toEqual(['file'])
  })

  it('grows behind what it holds, and is its owner’s alone when it is new', () => {
    appendDurably(path, 'one\n')
    appendDurably(path, 'two\n')
    expect(readFileSync(path, 'utf8')).toBe('one\ntwo\n')
    expect(statSync(path).mode & 0o777).toBe(0o600)
  })

  it('follows no link that lies where its draft is written', () => {
    const other = join(folder, 'other')
    writeFileSync(other, 'untouched')
    symlinkSync(other, `${path}.${process.pid}.part`)
    replaceFile(path, 'new')
    expect(readFileSync(other, 'utf8')).toBe('untouched')
    expect(readFileSync(path, 'utf8')).toBe('new')
  })
})
