import { describe, expect, it } from 'vitest'
import { CARDINAL_STATES, type CardinalState } from '../../../../main/contract/model/protocols'
import { LOGICAL_OF, readoutFor } from '../../../../main/qec/code/logical-readout'
import { decodeWindow } from '../../../../main/qec/decoding/cyclic-window'
import { memoryProgram } from '../../../../main/qec/experiment/memory'
import type { FaultRates } from '../../../../main/qec/noise/rates'
import { bitAt } from '../../../../main/qec/program/frame'
import { enumerateFaults } from '../../../../main/qec/proof/enumeration'
import { decoderTables } from '../../../../main/qec/proof/flag-table'
import { compileRound } from '../../../../main/qec/schedule/compile'
import { planeLayout, roundPlane, tailPlane, type WindowClosing } from '../../../../main/qec/schedule/plane-layout'
import { createReferenceSimulator } from '../../../../main/simulation/engines'
import { chipletPlan, ratesAt as rates, starPlan, TYPICAL } from '../fixtures/rounds'
import { singleFaults } from '../reference/single-faults'

const simulator = createReferenceSimulator()
const freshSeed = () => BigInt(Math.floor(Math.random() * 2 ** 48))

describe.each([
  ['the star', compileRound(starPlan(), TYPICAL)],
  ['the 3×3 chiplet', compileRound(chipletPlan(), TYPICAL)],
])('passes without feedforward on %s', (_, compiled) => {
  const report = enumerateFaults(compiled, { protocol: 'cyclic-window' })
  const experiment = (
    state: CardinalState,
    rounds: number,
    noise: FaultRates,
    closing: WindowClosing = 'extraction',
  ) => {
    const { logical } = LOGICAL_OF[state]
    const readout = readoutFor(logical)
    const layout = planeLayout('correction', { rounds, protocol: 'cyclic-window', closing })
    const tables = decoderTables(report, compiled, noise)
    return {
      program: memoryProgram({
        compiled,
        rates: noise,
        readout,
        mode: 'correction',
        state,
        rounds,
        protocol: 'cyclic-window',
        closing,
      }),
      decoding: { layout, tables, readout, logical, flip_on_failed_check: false },
    }
  }

  it.each(['extraction', 'erasure'] as const)('never fail without noise, tail left to an %s', async closing => {
    for (const state of CARDINAL_STATES) {
      const { program, decoding } = experiment(state, 3, rates(0), closing)
      const { wrong, accepted } = decodeWindow(
        await simulator.sampleFrames(program, { shots: 200, seed: freshSeed() }),
        decoding,
      )
      expect([...wrong], `state ${state}`).toEqual(Array(200).fill(0))
      expect([...accepted], `state ${state}`).toEqual(Array(200).fill(1))
    }
  })

  it.each([
    ['extraction', 1],
    ['extraction', 2],
    ['extraction', 3],
    ['erasure', 2],
    ['erasure', 3],
  ] as const)('survive every single fault, tail left to an %s, in pass %d of 3', async (closing, pass) => {
    const { program, decoding } = experiment('+', 3, rates(0.01), closing)
    const at = (name: 'a' | 'f', k: number, round: number) =>
      program.ops.findIndex(
        op => op.op === 'measure' && op.bit === roundPlane(decoding.layout, { round, kind: name, generator: k }),
      )
    // From the end of one pass's last measurement to that of the next: faults between belong to the later one.
    const [from, to] = [pass - 1, pass].map(round => Math.max(at('a', 3, round), at('f', 3, round)) + 1)
    const programs = singleFaults(program, from!, to!)
    expect(programs.length).toBeGreaterThan(400)
    const seed = freshSeed()
    let lost = 0
    for (const [i, faulty] of programs.entries()) {
      const { wrong, accepted, triggers } = decodeWindow(
        await simulator.sampleFrames(faulty, { shots: 2, seed }),
        decoding,
      )
      const failed = wrong.some((bit, shot) => bit === 1 && accepted[shot] === 1)
      // An error after its last check is left to the destructive readout, which does not see every one.
      const unseen = pass === 3 && triggers.every(count => count === 0)
      expect(failed && !unseen, `fault ${i} of pass ${pass}, seed ${seed}`).toBe(false)
      lost += accepted.filter(kept => kept === 0).length
    }
    if (closing === 'erasure') expect(lost).toBeGreaterThan(programs.length / 20)
    else expect(lost).toBe(0)
  })

  it('close a window at the end only where one is open', async () => {
    const { program, decoding } = experiment('0', 2, rates(0.02))
    const shots = 400
    const planes = await simulator.sampleFrames(program, { shots, seed: freshSeed() })
    let open = 0
    for (let shot = 0; shot < shots; shot++) {
      const bit = (kind: 'a' | 'f', round: number, k: number) =>
        bitAt(planes, roundPlane(decoding.layout, { round, kind, generator: k }), shot)
      const reference = [0, 1, 2, 3].map(k => bit('a', 0, k))
      let until = -1
      for (let slot = 0; slot < 8; slot++) {
        const [round, k] = [1 + (slot >> 2), slot & 3]
        if (slot <= until) reference[k] = bit('a', round, k)
        else if (bit('f', round, k) === 1 || bit('a', round, k) !== reference[k]) until = slot + 4
      }
      const tail = [0, 1, 2, 3].map(k => bitAt(planes, tailPlane(decoding.layout, k), shot))
      if (until < 8) expect(tail).toEqual([0, 0, 0, 0])
      else open++
    }
    expect(open).toBeGreaterThan(50)
  })
})
