import { describe, expect, it } from 'vitest'
import { driveSafe } from '../../../../main/instruments/safety/safe-states'
import type { ByteTwin } from '../../../../main/twins/model/byte-twin'
import { createDc205Twin } from '../../../../main/twins/sources/dc205'
import { configured, createLab } from '../lab'
import { TWIN } from '../table'

/** A twin whose every reply comes so many milliseconds later. */
const answeringLate = (twin: ByteTwin, ms: number): ByteTwin => ({
  ...twin,
  onSend: send => twin.onSend(bytes => void setTimeout(() => send(bytes), ms)),
})

describe('the time of a safe state', () => {
  it('is that of the planned ramp and five seconds on a slow line too, whose ramp goes on, as the report says', async () => {
    const lab = createLab([configured('bias', 'srs-dc205', null, '/dev/ttyS0')])
    lab.plugIn('/dev/ttyS0', 'srs-dc205', { twin: answeringLate(createDc205Twin(TWIN), 30) })
    await lab.registry.look()
    await lab.registry.use('bias', null).set('voltage', 0.05)
    const steps = { step: 0.05 / 200, interval_ms: 1 }
    const started = performance.now()
    const [outcome] = await driveSafe({
      registry: lab.registry,
      policies: [{ instrument: 'bias', parameter: 'voltage', channel: null, ramp: steps }],
      occasion: 'button',
      cause: { actor: 'ana', work: null },
    })
    const took = performance.now() - started
    expect(took).toBeGreaterThan(5_150)
    expect(took).toBeLessThan(5_900)
    expect(outcome).toMatchObject({
      outcome: 'unreachable',
      problem: {
        fault: 'safe_state_missed',
        message: expect.stringMatching(
          /did not reach its safe state within 5\.\d s; its ramp goes on as long as it answers/,
        ),
      },
    })
    const reached = Number(outcome!.values[0]!.value)
    expect(reached).toBeGreaterThan(0)
    expect(reached).toBeLessThan(0.05)
    await expect.poll(() => lab.registry.latest('bias', 'voltage', null)?.value, { timeout: 8_000 }).toBe(0)
    await lab.registry.close()
  }, 20_000)
})
