import { describe, expect, it } from 'vitest'
import type { LabTwins } from '../../../../main/lab/control/lab-twins'
import { createTwinFaults } from '../../../../main/lab/control/twin-faults'
import type { Lab } from '../../../../main/lab/profile/lab-file'

describe('faults that are set on a twin', () => {
  it('are in effect before it is asked again, at once', async () => {
    const done: string[] = []
    let script: Parameters<LabTwins['setFaults']>[1] = { seed: 0, faults: [] }
    const twins = {
      async setFaults(name: string, set: typeof script) {
        await null
        script = set
        done.push(`set ${name}`)
      },
      faultsLeft: async () => script,
      isPluggedIn: () => true,
    } as unknown as LabTwins
    const member = { id: 'bias', address: { kind: 'twin', name: 'bias-twin' } }
    const labNow = () => ({ instruments: [member], sequencers: [] }) as unknown as Lab
    const look = async (id: string) => void done.push(`look at ${id}`)

    const faults = createTwinFaults({ twins, labNow, look })
    expect(await faults.set('bias', { seed: 7, script: [] })).toMatchObject({ seed: 7, script: [] })
    expect(done).toEqual(['set bias-twin', 'look at bias'])
  })
})
