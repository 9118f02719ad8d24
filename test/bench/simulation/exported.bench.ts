/** The exported circuits of the bundled devices, as a run samples them, beside Stim on the very text that is exported. */
import { describe } from 'vitest'
import { loadDevice } from '../../../main/backends/devices/device-profile'
import type { RunMode } from '../../../main/contract/model/protocols'
import { RoundsQuery, type RoundsText } from '../../../main/contract/modules/rounds'
import { withNoise } from '../../../main/modules/model/module'
import { createModules } from '../../../main/modules/modules'
import { LOGICAL_OF, readoutFor } from '../../../main/qec/code/logical-readout'
import { memoryProgram } from '../../../main/qec/experiment/memory'
import { calibratedRates } from '../../../main/qec/noise/rates'
import { readText } from '../../main/read-text'
import { findAddon, nativeWith } from '../../main/simulation/engine-fixtures'
import { compare } from '../compare'
import { stimPeers } from '../peers/stim'

const addon = findAddon()
const ROUNDS = 10
/** A multiple of 64, as Stim's quickest format wants them. */
const SHOTS = 512_000
const DEVICES = ['dev-a', 'dev-b', 'dev-c']

/** The device's best module: its flagged rounds as our program, and as the text of GET .../rounds. */
async function exported(device_id: string) {
  const { profile, bundled } = loadDevice(`resources/devices/${device_id}.json`)
  const snapshots = bundled.map(({ snapshot }) => snapshot)
  const device = { profile, current: snapshots.at(-1)!, snapshots }
  const modules = createModules({ backends: { device: () => device }, now: Date.now })
  const { logical_qubits } = await modules.list(device_id)
  const { logical_id } = logical_qubits[0]!
  const { compiled, noise } = withNoise(await modules.resolve(device_id, logical_id))
  const query = RoundsQuery.parse({ format: 'stim', preparation: 'projective', rounds: ROUNDS })
  const { text } = readText<RoundsText>(await modules.rounds(device_id, logical_id, { query }))
  const program = (mode: RunMode) =>
    memoryProgram({
      compiled,
      rates: calibratedRates(noise),
      readout: readoutFor(LOGICAL_OF[query.state].logical),
      mode,
      state: query.state,
      rounds: ROUNDS,
    })
  return { name: `${device_id}, ${logical_id}`, program, text }
}

const stim = addon ? stimPeers() : () => []
const amount = SHOTS * ROUNDS
const circuits = addon ? await Promise.all(DEVICES.map(exported)) : []

describe.skipIf(!addon).each(circuits)(`exported [[5,1,3]] memory of $name, ${ROUNDS} rounds`, ({ program, text }) => {
  const ours = (name: string, mode: RunMode) => {
    const sampled = program(mode)
    return { name, amount, run: () => nativeWith(addon, 1).sampleFrames(sampled, { shots: SHOTS, seed: 1n }) }
  }
  const contenders = [
    ours('frame sampler, adaptive, one thread', 'correction'),
    ours('frame sampler, one thread', 'detection'),
    ...stim(text, SHOTS, 'fastest', amount),
    ...stim(text, SHOTS, 'detect', amount),
  ]
  compare('shot-rounds', contenders, { rounds: 5 })
})
