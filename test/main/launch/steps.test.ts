import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { requireNode } from '../../../main/launch/install/setup.mjs'
import { fingerprint, isStamped, removeStamp, runQuietly, writeStamp } from '../../../main/launch/install/step.mjs'
import { readReport, total } from '../../../main/launch/testing/test-report.mjs'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pentad-launch-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

describe('the set-up', () => {
  it.each(['20.19.0', '20.20.2', '22.0.0', '24.1.0'])('takes Node %s', version => {
    expect(() => requireNode(version)).not.toThrow()
  })
  it.each(['20.18.3', '18.20.0', '16.0.0'])('names what it needs instead of Node %s', version => {
    expect(() => requireNode(version)).toThrow(`Pentad needs Node 20.19 or newer; this is Node ${version}.`)
  })

  it('repeats a step when a file below it is added, removed, renamed or written, and only then', () => {
    const file = join(folder, 'src', 'deep', 'a.ts')
    mkdirSync(join(folder, 'src', 'deep'), { recursive: true })
    const seen = new Set([fingerprint(folder, ['src', 'missing.json'])])
    const changes = [
      () => writeFileSync(file, 'one'),
      () => writeFileSync(file, 'longer'),
      () => utimesSync(file, 1, 1),
      () => writeFileSync(join(folder, 'src', 'b.ts'), ''),
      () => writeFileSync(join(folder, 'missing.json'), '{}'),
    ]
    for (const change of changes) {
      change()
      seen.add(fingerprint(folder, ['src', 'missing.json']))
    }
    expect(seen.size).toBe(changes.length + 1)
    expect(seen).toContain(fingerprint(folder, ['src', 'missing.json']))
  })

  it('remembers a step by a stamp', () => {
    const stamp = join(folder, 'new', 'stamp')
    expect(isStamped(stamp, 'a')).toBe(false)
    writeStamp(stamp, 'a')
    expect(isStamped(stamp, 'a')).toBe(true)
    expect(isStamped(stamp, 'b')).toBe(false)
    removeStamp(stamp)
    removeStamp(stamp)
    expect(isStamped(stamp, 'a')).toBe(false)
  })

  it('shows the output of a program only when it fails, with advice', () => {
    const node = (script: string) =>
      runQuietly('The step', process.execPath, ['-e', script], { cwd: folder, advice: 'Do this.' })
    expect(node('console.log("fine")')).toBe('fine\n')
    expect(() => node('console.error("broken"); process.exit(3)')).toThrow(/broken[\s\S]*The step failed\. Do this\./)
    expect(() => runQuietly('It', join(folder, 'none'), [], { cwd: folder, advice: '' })).toThrow(/ENOENT/)
  })
})

describe('the count of tests', () => {
  const report = (counts: object, files: object[] = []) => {
    const path = join(folder, 'report.json')
    const none = { numPassedTests: 0, numFailedTests: 0, numPendingTests: 0, numTodoTests: 0 }
    writeFileSync(path, JSON.stringify({ ...none, ...counts, testResults: files }))
    return path
  }

  it('is what vitest reports', () => {
    const path = report({ numPassedTests: 5, numFailedTests: 2, numPendingTests: 3, numTodoTests: 1 })
    expect(readReport(path, false)).toEqual({ passed: 5, failed: 2, skipped: 4 })
  })

  it('has a failure for a file that did not load', () => {
    const path = report({ numPassedTests: 5 }, [{ status: 'failed', assertionResults: [] }])
    expect(readReport(path, false)).toEqual({ passed: 5, failed: 1, skipped: 0 })
  })

  it('has a failure when vitest failed outside of every test, or wrote no report', () => {
    expect(readReport(report({ numPassedTests: 5 }), false).failed).toBe(1)
    expect(readReport(join(folder, 'none.json'), true).failed).toBe(1)
  })

  it('never takes an old report for a new one', () => {
    const path = report({ numPassedTests: 5 })
    expect(readReport(path, true)).toEqual({ passed: 5, failed: 0, skipped: 0 })
    expect(readReport(path, true).failed).toBe(1)
  })

  it('adds up', () => {
    expect(
      total([
        { passed: 1, failed: 0, skipped: 2 },
        { passed: 3, failed: 1, skipped: 0 },
      ]),
    ).toEqual({ passed: 4, failed: 1, skipped: 2 })
  })
})
