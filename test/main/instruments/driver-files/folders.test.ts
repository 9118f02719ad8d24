import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { loadDrivers } from '../../../../main/instruments/driver-files/load'

const INSTRUMENTS = resolve(import.meta.dirname, '../../../../resources/instruments')

describe('driver files', () => {
  it('that are broken are reported beside those that are right, and the lab’s own file replaces ours', () => {
    const folder = mkdtempSync(join(tmpdir(), 'pentad-drivers-'))
    try {
      const own = JSON.parse(readFileSync(join(INSTRUMENTS, 'srs-dc205.json'), 'utf8'))
      writeFileSync(join(folder, 'dc205.json'), JSON.stringify({ ...own, vendor: 'Ours' }))
      writeFileSync(join(folder, 'broken.json'), '{')
      const { drivers, problems, warnings } = loadDrivers([INSTRUMENTS, folder, join(folder, 'missing')])
      expect(drivers.get('srs-dc205')!.vendor).toBe('Ours')
      expect(drivers.size).toBeGreaterThan(10)
      expect(problems.map(({ where }) => where)).toEqual([join(folder, 'broken.json')])
      expect(warnings).toMatchObject([
        {
          fault: 'driver_named_otherwise',
          message: `${join(folder, 'dc205.json')}: /id: its id is srs-dc205, and not the file’s name (line 1)`,
        },
      ])
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  it('with one id in one folder: the one that is named so is used, and the other is refused with its place', () => {
    const folder = mkdtempSync(join(tmpdir(), 'pentad-drivers-'))
    try {
      const own = JSON.parse(readFileSync(join(INSTRUMENTS, 'srs-dc205.json'), 'utf8'))
      writeFileSync(join(folder, 'srs-dc205.json'), JSON.stringify({ ...own, vendor: 'Named' }))
      for (const name of ['a-copy', 'z-copy'])
        writeFileSync(join(folder, `${name}.json`), JSON.stringify({ ...own, vendor: name }))
      const { drivers, problems, warnings } = loadDrivers([folder])
      expect(drivers.get('srs-dc205')!.vendor).toBe('Named')
      expect(problems.map(({ message }) => message)).toEqual(
        ['a-copy', 'z-copy'].map(
          name => `${join(folder, `${name}.json`)}: /id: srs-dc205 is the id of srs-dc205.json too (line 1)`,
        ),
      )
      expect(warnings).toEqual([])
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})
