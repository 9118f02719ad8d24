import { describe, expect, it } from 'vitest'
import type { DeviceProfile } from '../../../main/contract/calibration/device-profile'
import type { CalibrationSnapshot } from '../../../main/contract/calibration/snapshot'
import { createModules } from '../../../main/modules/modules'
import { usableGraph } from '../../../main/qec/noise/vetoes'
import { latticeCouplings, syntheticDevice } from '../qec/devices'

/** The nine qubits are called QB1 to QB9, as IQM does; T2 is so short that the gate fails. */
function device(changes: Partial<CalibrationSnapshot['qubits'][number]> = {}) {
  const made = syntheticDevice(9, latticeCouplings(3, 3), { qubit: () => ({ t1_us: 30, t2_us: 80, ...changes }) })
  const named = <Part extends { index: number }>(part: Part) => ({ ...part, label: `QB${part.index + 1}` })
  const profile: DeviceProfile = { ...made.profile, qubits: made.profile.qubits.map(named) }
  const snapshot: CalibrationSnapshot = { ...made.snapshot, qubits: made.snapshot.qubits.map(named) }
  return { profile, snapshot }
}

const LABELLED = /[Qq]ubit (\d) \(QB(\d)\)/g

const modulesOf = ({ profile, snapshot }: ReturnType<typeof device>) =>
  createModules({
    backends: { device: () => ({ profile, current: snapshot, snapshots: [snapshot] }) },
    now: () => Date.parse('2026-11-21T00:00:00Z'),
  })

describe("a device whose vendor's labels are not our indices", () => {
  it('is spoken of with both: in its module, its warnings and its fixes', async () => {
    const { module } = await modulesOf(device({ reset_fidelity: null })).resolve('synthetic', 'c0.L0')
    expect(module.qubit_labels).toMatchObject({ 0: 'QB1', 8: 'QB9' })
    const said = [...module.warnings, ...(module.fixes ?? [])].map(({ message }) => message).join('\n')
    expect(said).toMatch(LABELLED)
    for (const [, index, label] of said.matchAll(LABELLED)) expect(Number(label)).toBe(Number(index) + 1)
    expect(said.replaceAll(LABELLED, '')).not.toMatch(/[Qq]ubit \d/)
  })

  it('is vetoed with both', () => {
    const { profile, snapshot } = device({ t2_us: 0.01 })
    const edges = snapshot.edges.map(edge => ({ ...edge, fidelity: 0.5001 }))
    const { vetoes } = usableGraph(
      { ...profile, thresholds: { ...profile.thresholds, t2_us: 1, cz_fidelity: 0.9 } },
      { ...snapshot, edges },
      profile.chiplets[0]!,
    )
    expect(vetoes[0]!.message).toMatch(/^Qubit 0 \(QB1\): T2/)
    expect(vetoes.find(({ site }) => site === 'edge:0-1')!.message).toMatch(/^Edge 0-1 \(QB1-QB2\): CZ fidelity/)
  })

  it('says nothing twice where label and index are the same', async () => {
    const { profile, snapshot } = syntheticDevice(9, latticeCouplings(3, 3))
    const same = <Part extends { index: number }>(part: Part) => ({ ...part, label: String(part.index) })
    const plain = {
      profile: { ...profile, qubits: profile.qubits.map(same) },
      snapshot: { ...snapshot, qubits: snapshot.qubits.map(same) },
    }
    const { module } = await modulesOf(plain as ReturnType<typeof device>).resolve('synthetic', 'c0.L0')
    expect(module).not.toHaveProperty('qubit_labels')
  })
})
