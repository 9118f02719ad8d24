import { describe } from 'vitest'
import { scoredLayout } from '../../main/qec/candidate'
import { LABELLINGS, labelled } from '../../main/qec/labels'
import { LIMITS, shortlist } from '../../main/qec/layouts'
import { noiseModel } from '../../main/qec/noise'
import { selectModule } from '../../main/qec/select'
import { usableGraph } from '../../main/qec/vetoes'
import { type Device, finish, latticeCouplings, syntheticDevice } from '../main/qec/devices'
import { compare } from './compare'

const parts = ({ profile, snapshot }: Device) => ({
  graph: usableGraph(profile, snapshot, profile.chiplets[0]!).graph,
  noise: noiseModel(profile, snapshot),
})
const scattered = (size: number, couplings: [number, number][]) =>
  parts(syntheticDevice(size, couplings, { qubit: q => ({ readout_fidelity: 0.99 - ((q * 37) % 17) / 1_000 }) }))

const chiplet = scattered(9, latticeCouplings(3, 3))
const die = scattered(120, latticeCouplings(12, 10))

const selection = (name: string, { graph, noise }: typeof chiplet) => ({
  name,
  amount: 1,
  run: async () => finish(selectModule(graph, noise, () => true)),
})

/** Compiles every labelled layout of the chiplet: what the search must find the best of. */
const everyLayout = {
  name: 'every layout of the 3x3 chiplet',
  amount: 1,
  run: async () => {
    const { graph, noise } = chiplet
    const { sketches } = finish(shortlist(graph, noise, { ...LIMITS, kept: 10_000 }))
    for (const { embedding, ns } of sketches)
      for (const order of LABELLINGS) scoredLayout({ layout: labelled(embedding, order), delta: 0, ns }, graph, noise)
  },
}

describe('selection of a module, without fault enumeration', () => {
  compare('selections', [selection('3x3 chiplet', chiplet), selection('die of 120', die), everyLayout])
})
