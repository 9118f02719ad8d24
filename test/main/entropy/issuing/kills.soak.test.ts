import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { killOften } from './kills'

it('gives no byte twice and keeps every draw that was answered, with receipt, log entry and charge, and one chain of pulses, through 200 kills', async () => {
  const data = mkdtempSync(join(tmpdir(), 'pentad-killed-'))
  try {
    await killOften(data, 200)
  } finally {
    rmSync(data, { recursive: true, force: true })
  }
  expect.hasAssertions()
}, 600_000)
