import { expect, it } from 'vitest'
import { LOGICAL_OF, readoutFor } from '../../../../main/qec/code/logical-readout'
import { attemptRate } from '../../../../main/qec/decoding/prepared-shots'
import { encodingMethod, readoutMethodOf } from '../../../../main/qec/experiment/methods-text'
import { UNIFORM_RATES } from '../../../../main/qec/noise/rates'
import { attemptPlane, checkBit, extraPlaneNames } from '../../../../main/qec/program/extra-planes'
import { entryEffects } from '../../../../main/qec/program/frame-faults'
import { localQubits, segmentOps } from '../../../../main/qec/program/noisy-ops'
import { ENCODING_METHOD } from '../../../../main/qec/program/product-state'
import { swapCost } from '../../../../main/qec/schedule/route'
import { provenMeasurement } from '../../../../main/qec/spam/measurement-circuit'
import {
  attemptAcceptance,
  preparationVerdict,
  provenPreparation,
} from '../../../../main/qec/spam/verified-preparation'
import { PLACES } from '../fixtures/layouts'
import { TYPICAL } from '../fixtures/rounds'

import {
  expectAsPredicted,
  experimentOn,
  keptCases,
  noiselessCases,
  scaled,
  seedOf,
  simulator,
  singleFaultCases,
} from './experiment.cases'

/** The others are in experiment.soak.test.ts. */
const CHIPLET = PLACES[3]!

singleFaultCases(60, [CHIPLET])
noiselessCases([CHIPLET])
keptCases([CHIPLET])

it.each([0.004, 0.02])('repeats the preparation until it is accepted, as often as predicted, at %s', async p => {
  const rates = scaled(p)
  const [, graph, layout] = CHIPLET
  const wish = { mode: 'correction', protocol: 'adaptive', state: '+', rounds: 1, rates, attempts: 4 } as const
  const { program, decode, preparation } = experimentOn(graph, layout, wish)
  const seed = seedOf()
  const shots = 3000
  const { attempts, accepted } = decode(await simulator.sampleFrames(program, { shots, seed }))
  const { accepted: kept, executed } = attemptRate(attempts)
  expectAsPredicted(kept, executed, attemptAcceptance(preparation, rates), `seed ${seed}`)
  for (let t = 1; t < 4; t++) expect(attempts[t]!.executed).toBe(attempts[t - 1]!.rejected)
  expect(accepted.filter(bit => bit === 0)).toHaveLength(attempts[3]!.rejected)
})

it('names every plane once, those of the rounds where they were', () => {
  const [, graph, layout] = PLACES[0]!
  for (const [mode, length] of [
    ['correction', 11],
    ['detection', 6],
  ] as const) {
    const wish = { mode, protocol: 'adaptive', state: '0', rounds: 3, rates: scaled(0), attempts: 2 } as const
    const { program, planes, bits } = experimentOn(graph, layout, wish)
    expect(planes.preparation).toBe(bits.total)
    expect(program.bits).toBe(bits.total + 2 * 6 + length)
    const names = extraPlaneNames(planes)
    expect(new Set(names).size).toBe(2 * 6 + length)
    expect(names[attemptPlane(planes, 1, checkBit('f2')) - bits.total]).toBe('final.prepare1.f2')
    expect(names[planes.measurement! + checkBit('a1') - bits.total]).toBe('final.logical.a1')
  }
})

it('says in the record how it prepared and read', () => {
  const [, graph, layout] = CHIPLET
  const wish = { mode: 'correction', protocol: 'adaptive', state: '0', rounds: 1, rates: scaled(0) } as const
  const { preparation, measurement } = experimentOn(graph, layout, wish)
  const encoding = encodingMethod(preparation, preparationVerdict(preparation), 3)
  expect(encoding).toContain('2 by CZ between neighbours, 3 through the ancilla')
  expect(encoding).toContain('at most 3 times')
  expect(encoding).toMatch(/ 0 of its [0-9]+ single faults/)
  expect(encodingMethod()).toBe(ENCODING_METHOD)
  expect(readoutMethodOf([], measurement)).toMatch(/representatives (?:[IXZ]{5}, ){2}[IXZ]{5}, flagged/)
  const product = readoutMethodOf([readoutFor(LOGICAL_OF['0'].logical)])
  expect(product).toContain('not fully self-checking')
})

it.each(PLACES)('does not depend on the state of empty sites on %s', (_, graph, layout) => {
  const { qubits, local } = localQubits({ layout })
  const { preparation } = provenPreparation(graph, { layout, cost: swapCost, durations: TYPICAL })!
  const { segment, repeat } = provenMeasurement(graph, layout, { cost: swapCost, durations: TYPICAL })!
  for (const part of [preparation.segment, segment, repeat]) {
    const ops = segmentOps(part, { local, rates: UNIFORM_RATES, bit: checkBit })
    const entry = entryEffects({ ops, qubits, bits: Array.from({ length: 11 }, (_, i) => i) })
    for (const site of layout.routing)
      for (const { flips, x, z } of [entry.x[local(site)]!, entry.z[local(site)]!])
        expect({ flips, data: (x | z) & 31 }).toEqual({ flips: 0, data: 0 })
  }
})
