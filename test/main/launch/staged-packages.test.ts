import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { stagedInstall } from '../../../main/launch/install/staged-packages.mjs'

const FILES = ['package-lock.json', 'package.json']

let root = ''
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'pentad-packages-'))
  writeFileSync(join(root, 'package.json'), '{"name":"pentad","scripts":{"install":"node native/build.mjs"}}')
  writeFileSync(join(root, 'package-lock.json'), '{}')
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const install = (version: string, folder = root) => {
  mkdirSync(join(folder, 'node_modules'))
  writeFileSync(join(folder, 'node_modules', 'version'), version)
}
const installed = () => readFileSync(join(root, 'node_modules', 'version'), 'utf8')

describe('the packages that are there', () => {
  it('stay until others are installed beside them, then give way', () => {
    install('old')
    const answer = stagedInstall(root, folder => {
      expect(installed()).toBe('old')
      install('new', folder)
      return 'done'
    })
    expect([answer, installed()]).toEqual(['done', 'new'])
    expect(readdirSync(root).sort()).toEqual(['node_modules', ...FILES])
    expect(readdirSync(join(root, 'node_modules'))).toEqual(['version'])
  })

  it('stay as they were where others could not be fetched, and the reason is passed on', () => {
    install('old')
    const fail = (folder: string) => {
      install('half', folder)
      throw new Error('no connection')
    }
    expect(() => stagedInstall(root, fail)).toThrow('no connection')
    expect(installed()).toBe('old')
    expect(readdirSync(root).sort()).toEqual(['node_modules', ...FILES])
  })

  it('are installed from the lock file, without the scripts of the project, which has its sources elsewhere', () => {
    let seen: unknown
    stagedInstall(root, folder => {
      seen = [readdirSync(folder).sort(), JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))]
      install('first', folder)
    })
    expect(seen).toEqual([FILES, { name: 'pentad' }])
    expect(installed()).toBe('first')
  })

  it('give way also after an installation that was killed and left its half behind', () => {
    install('old')
    mkdirSync(join(root, '.packages-next', 'node_modules'), { recursive: true })
    stagedInstall(root, folder => {
      expect(existsSync(join(folder, 'node_modules'))).toBe(false)
      install('new', folder)
    })
    expect(installed()).toBe('new')
  })
})
