import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { killOften } from './kills'

/** How often the service is killed. PENTAD_KILLS=300 takes far longer than the soak has. */
const KILLS = Number(process.env.PENTAD_KILLS ?? 40)

it(
  `gives no byte twice and keeps every draw that was answered, with receipt, log entry and charge, and one chain of pulses, through ${KILLS} kills`,
  async () => {
    const data = mkdtempSync(join(tmpdir(), 'pentad-killed-'))
    try {
      await killOften(data, KILLS)
    } finally {
      rmSync(data, { recursive: true, force: true })
    }
    expect.hasAssertions()
  },
  120_000 + 10_000 * KILLS,
)
