/** Modules of a small device, served as the service does. */
import type { DeviceState } from '../../../main/backends/backends'
import { AppError } from '../../../main/contract/model/errors'
import { createModules } from '../../../main/modules/modules'
import { moduleTasks } from '../../../main/modules/tasks'
import { direct } from '../../../main/worker/runner'
import { type Device, latticeCouplings, syntheticDevice } from '../qec/devices'

export const NOW = Date.parse('2026-11-20T12:00:00Z')

/** Three 3x3 chiplets in a row on a 9x3 lattice: c0 is good, c1 lacks its centre, c2 reads out worse; c3 is a line of three. */
export function tripleDevice(): Device {
  const { profile, snapshot } = syntheticDevice(27, latticeCouplings(9, 3), {
    qubit: q => ({
      ...(q === 13 ? { out_of_service: 'dead' } : {}),
      ...(q % 9 > 5 ? { readout_fidelity: 0.97 } : {}),
    }),
  })
  const tile = (from: number) => [0, 9, 18].flatMap(row => [0, 1, 2].map(x => row + from + x))
  const chiplets = [
    { chiplet_id: 'line', qubits: [0, 1, 2] },
    { chiplet_id: 'c2', qubits: tile(6) },
    { chiplet_id: 'c1', qubits: tile(3) },
    { chiplet_id: 'c0', qubits: tile(0) },
  ]
  return { profile: { ...profile, chiplets }, snapshot }
}

export function serve(
  { profile, snapshot }: Device,
  change: Partial<DeviceState> = {},
  computing = direct(moduleTasks()),
) {
  let state: DeviceState = { profile, current: snapshot, snapshots: [snapshot], ...change }
  const backends = {
    device: (backend_id: string) => {
      if (backend_id.replace(/-mock$/, '') !== profile.device_id) throw new AppError('not_found', `no ${backend_id}`)
      return state
    },
  }
  const set = (next: Partial<DeviceState>) => {
    state = { ...state, ...next }
  }
  return { modules: createModules({ backends, now: () => NOW, computing }), set }
}

export const profileFor = (chiplet: string) => ({
  workload: 'logical_qubit_513' as const,
  chiplet,
  code: '[[5,1,3]]' as const,
  ft_scheme: 'flag' as const,
  syndrome_strategy: 'flag_sequential' as const,
})
