import { describe, expect, it } from 'vitest'
import { parseText } from '../../../../main/circuits/qasm/import-export'
import { CARDINAL_STATES } from '../../../../main/contract/model/protocols'
import { experimentPlanes } from '../../../../main/qec/experiment/memory'
import { attemptPlane, checkBit } from '../../../../main/qec/program/extra-planes'
import { dataPlane, planeLayout, roundPlane } from '../../../../main/qec/schedule/plane-layout'
import { roundsText, type TextExperiment } from '../../../../main/qec/text/experiment'
import { TYPICAL } from '../fixtures/rounds'
import { compiled, experiment, measurement, preparation, pulsed, QUBITS, WAYS } from './experiments'
import { playQasm, playStim } from './player'

const SEEDS = [1n, 2n, 3n, 4n]
const head = (text: string) => text.split('\n').filter(line => /^(#|\/\/) /.test(line))
const count = (text: string, line: RegExp) => text.split('\n').filter(one => line.test(one)).length

describe.each(WAYS)('the Stim circuit of compiled rounds, %s,', (_, way) => {
  it.each(CARDINAL_STATES)('has detectors and an observable that only faults flip, for %s', state => {
    const text = roundsText('stim', experiment({ ...way, state }))
    const runs = SEEDS.map(seed => playStim(text, QUBITS, seed))
    for (const { detectors, observable } of runs)
      expect({ detectors, observable }).toEqual({
        detectors: runs[0]!.detectors,
        observable: runs[0]!.observable,
      })
    const [prepared, read] = [way.preparation ? 6 : 4, way.measurement ? 5 : 1]
    expect(runs[0]!.detectors).toHaveLength(prepared + 2 * 8 + read)
  })

  it.each([
    ['0', '1'],
    ['+', '-'],
    ['i', '-i'],
  ] as const)('distinguishes %s from %s by its observable alone', (plus, minus) => {
    const [a, b] = [plus, minus].map(state => playStim(roundsText('stim', experiment({ ...way, state })), QUBITS, 1n))
    expect(a!.observable).not.toBe(b!.observable)
    expect(a!.detectors).toEqual(b!.detectors)
  })

  it('holds no condition, and says of each that it leaves out when it would be met', () => {
    const text = roundsText('stim', experiment(way))
    const said = head(text).join('\n')
    const correction = way.mode === 'correction'
    const adaptive = correction && way.protocol === undefined
    expect(said.includes('further attempts of the preparation')).toBe(way.preparation !== undefined)
    expect(said.includes('the unflagged repeat')).toBe(adaptive)
    expect(said.includes('the extraction that closes')).toBe(
      way.protocol === 'cyclic-window' && way.closing === undefined,
    )
    expect(said.includes('(erasure)')).toBe(way.closing === 'erasure')
    expect(said.includes('the five unflagged checks')).toBe(correction && way.measurement !== undefined)
    const leaves = /further|unflagged|extraction that/.test(said)
    expect(said.includes('Stim has no control flow')).toBe(leaves)
  })
})

describe('the noise of the Stim circuit', () => {
  it('stands after every gate of every round, or nowhere when asked for none', () => {
    const { noise } = playStim(roundsText('stim', experiment()), QUBITS, 1n)
    expect(noise.get('DEPOLARIZE2')).toBe(3 * compiled.cz_count)
    expect(noise.get('X_ERROR')).toBe(5 + 3 * 8)
    expect(roundsText('stim', experiment())).toMatch(/^M\(0\.01\d*\) /m)
    expect(playStim(roundsText('stim', experiment({ rates: null })), QUBITS, 1n).noise.size).toBe(0)
  })

  it('covers one attempt of the verified preparation and the checks of the fault-tolerant readout', () => {
    const { noise } = playStim(roundsText('stim', experiment({ preparation, measurement })), QUBITS, 1n)
    expect(noise.get('DEPOLARIZE2')).toBe(preparation.cz_count + 2 * compiled.cz_count + measurement.cz_count)
  })
})

const ARRAYS = ['x2', 'xy4'] as const

describe.each(ARRAYS)('decoupling by %s', sequence => {
  const parts = pulsed(sequence)
  const pulses = parts.compiled.flagged.flatMap(segment => segment.pulses!)
  const given: Partial<TextExperiment> = { compiled: parts.compiled, rounds: 1, state: '-' }
  const ofBoth = 2 * pulses.length

  it('stands in the Stim text as gates, with noise and without', () => {
    for (const changes of [{}, { rates: null }]) {
      const text = roundsText('stim', experiment({ ...given, ...changes }))
      // The five Paulis that make a minus are Z.
      expect(count(text, /^[XY] \d+$/)).toBe(ofBoth)
      expect(head(text).join()).toContain('decoupling pulses')
    }
  })

  it('stands in the OpenQASM text with the waits that fill its window', () => {
    const text = roundsText('openqasm3', experiment(given))
    expect(count(text, /^[xy] q/)).toBe(ofBoth)
    const waits = [...text.matchAll(/delay\[([\d.]+)ns\]/g)].map(([, ns]) => Number(ns))
    const windows = parts.compiled.flagged.flatMap(({ idles }) => idles.filter(({ refocused }) => refocused))
    const waited = windows.reduce((sum, { duration_ns }) => sum + duration_ns, 0) - pulses.length * TYPICAL.single(0)
    expect(waits.reduce((sum, ns) => sum + ns, 0)).toBeCloseTo(2 * waited, 0)
  })
})

describe('the OpenQASM of compiled rounds', () => {
  it('is read back by our own parser as the same operations', () => {
    const { circuit } = parseText(roundsText('openqasm3', experiment({ rounds: 1 })))
    const named = (name: string) => circuit.instructions.filter(one => one.name === name).length
    expect(named('cz')).toBe(2 * compiled.cz_count)
    expect(named('measure')).toBe(2 * 8 + 5)
    expect(named('reset')).toBe(2 * 8 + 5)
  })

  it.each(CARDINAL_STATES)('of the adaptive protocol triggers nothing without faults, for %s', state => {
    const text = roundsText('openqasm3', experiment({ mode: 'correction', state }))
    const layout = planeLayout('correction', { rounds: 2 })
    for (const seed of SEEDS) {
      const { c } = playQasm(text, QUBITS, seed)
      for (const k of [0, 1, 2, 3]) {
        const a = [0, 1, 2].map(round => c[roundPlane(layout, { round, kind: 'a', generator: k })])
        expect(a).toEqual([a[0], a[0], a[0]])
        expect(c[roundPlane(layout, { round: 1, kind: 's', generator: k })]).toBeUndefined()
      }
    }
  })

  it('of the adaptive protocol runs the repeat after a fault, and takes its outcome as the new reference', () => {
    const layout = planeLayout('correction', { rounds: 2 })
    const text = roundsText('openqasm3', experiment({ mode: 'correction', state: '0' }))
    const injected = text.replace('\nr[4] = 1;', '\nx q[3];\nr[4] = 1;')
    expect(injected).not.toBe(text)
    for (const seed of SEEDS) {
      const { c } = playQasm(injected, QUBITS, seed)
      const repeat = [0, 1, 2, 3].map(k => c[roundPlane(layout, { round: 1, kind: 's', generator: k })]!)
      const before = [0, 1, 2, 3].map(k => c[roundPlane(layout, { round: 0, kind: 'a', generator: k })]!)
      // X on D3 anticommutes with the generators that hold a Z there: IXZZX, XIXZZ.
      expect(repeat.map((bit, k) => bit ^ before[k]!)).toEqual([0, 1, 1, 0])
      expect([0, 1, 2, 3].map(k => c[roundPlane(layout, { round: 2, kind: 'a', generator: k })])).toEqual(repeat)
    }
  })

  it.each(WAYS)('meets no condition without faults: %s', (_, way) => {
    for (const state of CARDINAL_STATES) {
      const given = experiment({ ...way, state })
      const layout = planeLayout(given.mode, { rounds: given.rounds, protocol: given.protocol, closing: given.closing })
      const planes = experimentPlanes(layout, given)
      const { c } = playQasm(roundsText('openqasm3', given), QUBITS, 5n)
      for (const k of [0, 1, 2, 3]) {
        if (layout.perRound === 12) expect(c[roundPlane(layout, { round: 2, kind: 's', generator: k })]).toBeUndefined()
        if (way.preparation) expect(c[roundPlane(layout, { round: 1, kind: 'a', generator: k })]).toBe(0)
        expect(c[roundPlane(layout, { round: 2, kind: 'a', generator: k })]).toBe(
          c[roundPlane(layout, { round: 1, kind: 'a', generator: k })],
        )
        if (layout.tail > 0) expect(c[(layout.rounds + 1) * layout.perRound + k]).toBeUndefined()
      }
      const attempt = (t: number) => [0, 1, 2, 3, 4, 5].map(i => c[attemptPlane(planes, t, i)])
      if (way.preparation) expect([attempt(0), attempt(1)]).toEqual([Array(6).fill(0), Array(6).fill(undefined)])
      if (planes.measurement !== null && planes.measurement_bits === 11)
        expect(c[planes.measurement + checkBit('s0')]).toBeUndefined()
    }
  })

  it('says where each of its bits lies', () => {
    const given = experiment({ mode: 'correction', preparation, measurement })
    const layout = planeLayout('correction', { rounds: 2 })
    const planes = experimentPlanes(layout, given)
    const bits = head(roundsText('openqasm3', given)).find(line => line.startsWith('// bits'))!
    expect(bits).toContain('c[12 r + n] is the n-th of a0 a1 a2 a3 f0 f1 f2 f3 s0 s1 s2 s3 in round r')
    expect(bits).toContain(`from c[${dataPlane(layout, 0)}] on d0 d1 d2 d3 d4`)
    expect(bits).toContain(`from c[${attemptPlane(planes, 0, 0)}] on a0 a1 a2 f0 f1 f2 of each attempt`)
    expect(bits).toContain(`from c[${planes.measurement}] on a0 a1 a2 f0 f1 f2 s0 s1 s2 s3 s4 of the readout`)
  })

  it('makes a second attempt where the first is rejected, and no third', () => {
    const given = experiment({ preparation })
    const planes = experimentPlanes(planeLayout('detection', { rounds: 2 }), given)
    const attempt = (c: readonly number[], t: number) => [0, 1, 2, 3, 4, 5].map(i => c[attemptPlane(planes, t, i)])
    const flag = attemptPlane(planes, 0, checkBit('f1'))
    const text = roundsText('openqasm3', given)
    const injected = text.replace(new RegExp(`( *)(c\\[${flag}\\] = measure (q\\[\\d+\\]);)`), '$1x $3;\n$1$2')
    expect(injected).not.toBe(text)
    for (const seed of SEEDS) {
      const { c } = playQasm(injected, QUBITS, seed)
      expect([0, 1, 2].map(t => attempt(c, t))).toEqual([
        [0, 0, 0, 0, 1, 0],
        [0, 0, 0, 0, 0, 0],
        Array(6).fill(undefined),
      ])
      for (const k of [0, 1, 2, 3])
        expect(c[roundPlane(planeLayout('detection', { rounds: 2 }), { round: 1, kind: 'a', generator: k })]).toBe(0)
    }
  })

  it('reads all five checks where a flag of the fault-tolerant readout rises', () => {
    const given = experiment({ mode: 'correction', preparation, measurement })
    const planes = experimentPlanes(planeLayout('correction', { rounds: 2 }), given)
    const flag = planes.measurement! + checkBit('f0')
    const text = roundsText('openqasm3', given)
    const injected = text.replace(new RegExp(`(c\\[${flag}\\] = measure (q\\[\\d+\\]);)`), 'x $2;\n$1')
    expect(injected).not.toBe(text)
    const { c } = playQasm(injected, QUBITS, 3n)
    const read = (name: string) => c[planes.measurement! + checkBit(name)]
    expect(read('f0')).toBe(1)
    const values = ['a0', 'a1', 'a2', 's0', 's1', 's2', 's3', 's4'].map(read)
    expect(values).toEqual(values.map(() => values[0]))
  })
})
