import { describe, expect, it } from 'vitest'
import { LOGICAL_X, LOGICAL_Z } from '../../../../main/qec/code/five-qubit'
import { type Readout, supportMask } from '../../../../main/qec/code/logical-readout'
import { anticommute, parity } from '../../../../main/qec/code/pauli'
import { wordsOf } from '../../../../main/qec/decoding/words'
import { mapDecoder } from '../../../../main/qec/flag-map/decode'
import type { Pauli5 } from '../../../../main/qec/model/fault'
import type { FaultRates } from '../../../../main/qec/noise/rates'
import { strideOf } from '../../../../main/qec/program/frame'
import { dataPlane, type PlaneLayout, type RunProtocol } from '../../../../main/qec/schedule/plane-layout'
import { uniforms } from '../../../../main/qec/statistics/random'
import { mapExperiment, star } from '../fixtures/flag-map-experiments'
import { freshSeed } from '../fixtures/random-bits'
import { STAR_LAYOUT } from '../fixtures/rounds'
import { exhaustive, type RecordWeight } from '../reference/flag-map-by-program'

const { ancilla, flag, data } = STAR_LAYOUT

/** Fault locations of some kinds can fail, and one of the data's readings, so that every choice of faults can be tried. */
function few(seed: number, kinds: readonly string[]): FaultRates {
  const random = uniforms(BigInt(seed))
  const upTo = (most: number) => most * (0.1 + 0.9 * random())
  const one = <T>(of: readonly T[]) => of[Math.floor(random() * of.length)]!
  const chances = new Map(kinds.map(kind => [kind, upTo(0.1)]))
  const reading = new Map([[one(data), upTo(0.1)]])
  const [waits, letter] = [one(data), one(['px', 'py', 'pz'])]
  const of = (kind: string) => chances.get(kind) ?? 0
  const longest = Math.max(
    ...star.flagged.flatMap(({ idles }) => idles).map(idle => (idle.site === waits ? idle.duration_ns : 0)),
  )
  return {
    cz: () => 0,
    single: () => 0,
    readout: site => (site === ancilla ? of('reading A') : site === flag ? of('reading F') : (reading.get(site) ?? 0)),
    reset: site => (site === ancilla ? of('reset A') : 0),
    idle: (site, ns) => ({ px: 0, py: 0, pz: 0, [letter]: site === waits && ns === longest ? of('idle') : 0 }),
  }
}

function planesOf(records: readonly RecordWeight[]) {
  const stride = strideOf(records.length)
  const bits = new Uint8Array(stride * records[0]!.bits.length)
  for (const [shot, record] of records.entries())
    for (const [plane, bit] of record.bits.entries()) bits[plane * stride + (shot >> 3)]! |= bit << (shot & 7)
  return wordsOf({ data: bits, planes: records[0]!.bits.length, shots: records.length, stride })
}

/** Of the data's bits, the outcome and the check: the rest is random, by the stabilizers that do not commute with it. */
const toldBy =
  (layout: PlaneLayout, { representative, check }: Readout) =>
  (bits: readonly number[]) => {
    const first = dataPlane(layout, 0)
    const along = (p: Pauli5) => parity(bits.slice(first).reduce((sum, bit, q) => sum | (bit << q), 0) & supportMask(p))
    return [...bits.slice(0, first), along(representative), along(check)].join('')
  }

const CASES: [RunProtocol, 'checked' | 'fault-tolerant', number, readonly string[]][] = [
  ['adaptive', 'checked', 1, ['reading A']],
  ['adaptive', 'checked', 1, ['reading F', 'idle']],
  ['cyclic-window', 'checked', 1, ['reset A']],
  ['cyclic-window', 'checked', 2, ['idle']],
  ['adaptive', 'fault-tolerant', 1, ['reading F', 'idle']],
  ['cyclic-window', 'fault-tolerant', 1, ['reading F']],
  ['cyclic-window', 'fault-tolerant', 1, ['idle']],
]

describe.each(CASES)(
  'flag-map on %s records with %s readout, %d rounds, failing: %j',
  (protocol, kind, rounds, kinds) => {
    it('decides as all choices of faults together do', () => {
      const seed = freshSeed()
      const { state, logical, readout, layout, decoding, program } = mapExperiment(
        { protocol, readout: kind, rounds },
        seed,
        few(seed, kinds),
      )
      const opposite = anticommute(LOGICAL_X, logical) ? LOGICAL_X : LOGICAL_Z
      const most = kind === 'checked' ? 5 : 2
      const reported = kind === 'checked' ? toldBy(layout, readout) : (bits: readonly number[]) => bits.join('')
      const records = exhaustive({ program, layout, logical: opposite, most, reported })
      const decode = mapDecoder(decoding)
      const { wrong } = decode(planesOf(records), { from: 0, to: Math.ceil(records.length / 32) })
      let [decided, turned] = [0, 0]
      const otherwise = records.flatMap(({ bits, weights: [prepared, other] }, shot) => {
        if (Math.abs(prepared - other) < 1e-9 * (prepared + other)) return []
        const [found, slow] = [(wrong[shot >> 5]! >> (shot & 31)) & 1, prepared < other ? 1 : 0]
        decided++
        turned += slow
        return found === slow ? [] : [`record ${bits.join('')}, ${prepared} against ${other}`]
      })
      expect(otherwise.slice(0, 5), `seed ${seed}, state ${state}, ${otherwise.length} of ${decided}`).toEqual([])
      expect(decided).toBeGreaterThan(0)
      expect(turned).toBeGreaterThan(0)
    })
  },
)
