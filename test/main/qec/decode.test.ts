import { describe, expect, it } from 'vitest'
import type { RunMode } from '../../../main/contract/runs'
import { correctionFor, LOGICAL_X, LOGICAL_Z, syndromeOf } from '../../../main/qec/code'
import { type Decoding, decodeCorrection, decodeDetection } from '../../../main/qec/decode'
import { type DecoderTables, LOOKUP, startFrame } from '../../../main/qec/flagtable'
import { type BitPlanes, bitAt, strideOf } from '../../../main/qec/frame'
import type { Pauli5 } from '../../../main/qec/model'
import { anticommute, atIndex, IDENTITY, indexOf, multiply } from '../../../main/qec/pauli'
import { dataPlane, planeLayout, roundPlane } from '../../../main/qec/planes'
import { LOGICAL_OF, readoutFor, supportMask } from '../../../main/qec/readout'
import { uniforms } from '../../../main/qec/statistics/random'

const freshSeed = () => Math.floor(Math.random() * 2 ** 32)

/** T_k filled at random, but each entry with the syndrome it stands for, as real tables have. */
function randomTables(random: () => number): DecoderTables {
  const entry = (syndrome: number) => {
    const logical = [IDENTITY, LOGICAL_X, LOGICAL_Z, multiply(LOGICAL_X, LOGICAL_Z)][Math.floor(random() * 4)]!
    return indexOf(multiply(correctionFor(syndrome), logical))
  }
  return { lookup: LOOKUP, flagged: [0, 1, 2, 3].map(() => Array.from({ length: 16 }, (_, s) => entry(s))) }
}

function randomPlanes(planes: number, shots: number, density: number, random: () => number): BitPlanes {
  const stride = strideOf(shots)
  const data = new Uint8Array(planes * stride)
  for (let p = 0; p < planes; p++)
    for (let shot = 0; shot < shots; shot++) if (random() < density) data[p * stride + (shot >> 3)]! |= 1 << (shot & 7)
  return { data, planes, shots, stride }
}

/** One shot, read like the rules are written. */
function decodeSlowly(planes: BitPlanes, shot: number, mode: RunMode, decoding: Decoding) {
  const { layout, tables, readout, logical } = decoding
  const four = (round: number, kind: 'a' | 'f' | 's') =>
    [0, 1, 2, 3].map(k => bitAt(planes, roundPlane(layout, round, kind, k), shot))
  const asNumber = (bits: number[]) => bits.reduce((sum, bit, k) => sum + bit * 2 ** k, 0)
  let reference = four(0, 'a')
  let frame: Pauli5 = atIndex(startFrame(asNumber(reference), logical))
  let accepted = mode === 'correction' || four(0, 'f').every(bit => bit === 0)
  for (let round = 1; round <= layout.rounds; round++) {
    const [a, f] = [four(round, 'a'), four(round, 'f')]
    const trigger = [0, 1, 2, 3].find(k => a[k] !== reference[k] || f[k] === 1)
    if (trigger === undefined) continue
    if (mode === 'detection') {
      accepted = false
      continue
    }
    const s = four(round, 's')
    const change = asNumber(s.map((bit, k) => bit ^ reference[k]!))
    const table = f[trigger] === 1 ? tables.flagged[trigger]! : tables.lookup
    frame = multiply(frame, atIndex(table[change]!))
    reference = s
  }
  const parityOf = (p: Pauli5) => {
    let odd = anticommute(frame, p)
    for (let i = 0; i < 5; i++) if ((supportMask(p) >> i) & 1 && bitAt(planes, dataPlane(layout, i), shot)) odd = !odd
    return odd
  }
  const failed = parityOf(readout.check)
  if (mode === 'detection') return { accepted: accepted && !failed, wrong: parityOf(readout.representative) }
  return { accepted, wrong: parityOf(readout.representative) !== (failed && decoding.flip_on_failed_check) }
}

const decoders = { correction: decodeCorrection, detection: decodeDetection } as const

describe.each(['correction', 'detection'] as const)('decoding in %s mode', mode => {
  it.each([
    [1, 1, 0.5],
    [1, 67, 0.02],
    [4, 333, 0.1],
    [3, 64, 0.5],
    [2, 1001, 0.01],
  ])('agrees with the per-shot twin: %d rounds, %d shots, density %d', (rounds, shots, density) => {
    const seed = freshSeed()
    const random = uniforms(BigInt(seed))
    for (const state of ['0', '+', '-i'] as const) {
      const layout = planeLayout(mode, rounds)
      const { logical } = LOGICAL_OF[state]
      const decoding: Decoding = {
        layout,
        tables: randomTables(random),
        readout: readoutFor(logical),
        logical,
        flip_on_failed_check: random() < 0.5,
      }
      const planes = randomPlanes(layout.total, shots, density, random)
      const fast = decoders[mode](planes, decoding)
      expect(fast.shots).toBe(shots)
      for (let shot = 0; shot < shots; shot++) {
        const slow = decodeSlowly(planes, shot, mode, decoding)
        const context = `seed ${seed}, state ${state}, shot ${shot}`
        expect(fast.accepted[shot] === 1, context).toBe(slow.accepted)
        expect(fast.wrong[shot] === 1, context).toBe(slow.wrong)
      }
    }
  })

  it('gives the same in pieces as in one', () => {
    const random = uniforms(BigInt(freshSeed()))
    const layout = planeLayout(mode, 3)
    const decoding: Decoding = {
      layout,
      tables: randomTables(random),
      readout: readoutFor(LOGICAL_Z),
      logical: LOGICAL_Z,
      flip_on_failed_check: true,
    }
    const planes = randomPlanes(layout.total, 300, 0.1, random)
    const decode = decoders[mode]
    const whole = decode(planes, decoding)
    const pieces = [decode(planes, decoding, { from: 0, to: 16 }), decode(planes, decoding, { from: 16, to: 38 })]
    expect(pieces.flatMap(piece => [...piece.wrong])).toEqual([...whole.wrong])
    expect(pieces.flatMap(piece => [...piece.accepted])).toEqual([...whole.accepted])
    for (let k = 0; k < 4; k++) {
      expect(pieces[0]!.flags[k]!.executed + pieces[1]!.flags[k]!.executed).toBe(whole.flags[k]!.executed)
      expect(pieces[0]!.flags[k]!.raised + pieces[1]!.flags[k]!.raised).toBe(whole.flags[k]!.raised)
      expect(pieces[0]!.triggers[k]! + pieces[1]!.triggers[k]!).toBe(whole.triggers[k])
    }
  })

  it('counts flags over executed extractions only', () => {
    const layout = planeLayout(mode, 1)
    const stride = strideOf(10)
    const data = new Uint8Array(layout.total * stride)
    // Shot 3 raises the flag of generator 1; in correction mode generators 2 and 3 are then not extracted.
    data[roundPlane(layout, 1, 'f', 1) * stride] = 1 << 3
    const decoding = { layout, tables: randomTables(uniforms(1n)), readout: readoutFor(LOGICAL_Z), logical: LOGICAL_Z }
    const { flags, triggers } = decoders[mode](
      { data, planes: layout.total, shots: 10, stride },
      { ...decoding, flip_on_failed_check: false },
    )
    const after = mode === 'correction' ? 9 : 10
    expect(flags.map(({ executed }) => executed)).toEqual([10, 10, after, after])
    expect(flags.map(({ raised }) => raised)).toEqual([0, 1, 0, 0])
    expect(triggers).toEqual([0, 1, 0, 0])
  })
})

it('starts from a frame that has the reference syndrome and keeps the prepared eigenvalue', () => {
  for (const { logical } of Object.values(LOGICAL_OF))
    for (let syndrome = 0; syndrome < 16; syndrome++) {
      const frame = atIndex(startFrame(syndrome, logical))
      expect(syndromeOf(frame)).toBe(syndrome)
      expect(anticommute(frame, logical)).toBe(false)
    }
})

it('decodes 20,000 shots of four rounds in well under a second', () => {
  const random = uniforms(3n)
  const layout = planeLayout('correction', 4)
  const planes = randomPlanes(layout.total, 20_000, 0.05, random)
  const decoding = { layout, tables: randomTables(random), readout: readoutFor(LOGICAL_Z), logical: LOGICAL_Z }
  const start = performance.now()
  decodeCorrection(planes, { ...decoding, flip_on_failed_check: true })
  const milliseconds = performance.now() - start
  console.info(`20,000 shots × 4 rounds decoded in ${milliseconds.toFixed(1)} ms`)
  expect(milliseconds).toBeLessThan(2_000)
})
