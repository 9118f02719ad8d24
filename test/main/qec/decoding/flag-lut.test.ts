import { describe, expect, it } from 'vitest'
import { LOGICAL_Z, syndromeOf } from '../../../../main/qec/code/five-qubit'
import { LOGICAL_OF, readoutFor } from '../../../../main/qec/code/logical-readout'
import { anticommute, atIndex } from '../../../../main/qec/code/pauli'
import type { Decoding } from '../../../../main/qec/decoding/flag-lut'
import { strideOf } from '../../../../main/qec/program/frame'
import { startFrame } from '../../../../main/qec/proof/flag-table'
import { planeLayout, roundPlane } from '../../../../main/qec/schedule/plane-layout'
import { uniforms } from '../../../../main/qec/statistics/random'
import { decodeCorrection, decodeDetection } from '../fixtures/decoded-shots'
import { freshSeed, randomPlanes, randomTables } from '../fixtures/random-bits'
import { decodeSlowly } from '../reference/flag-lut-by-shot'

const decoders = { correction: decodeCorrection, detection: decodeDetection } as const

describe.each(['correction', 'detection'] as const)('decoding in %s mode', mode => {
  it.each([
    [1, 1, 0.5],
    [1, 67, 0.02],
    [4, 333, 0.1],
    [3, 64, 0.5],
    [2, 1001, 0.01],
  ])('agrees with the per-shot reference: %d rounds, %d shots, density %d', (rounds, shots, density) => {
    const seed = freshSeed()
    const random = uniforms(BigInt(seed))
    for (const state of ['0', '+', '-i'] as const) {
      const layout = planeLayout(mode, { rounds })
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
    const layout = planeLayout(mode, { rounds: 3 })
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
    const layout = planeLayout(mode, { rounds: 1 })
    const stride = strideOf(10)
    const data = new Uint8Array(layout.total * stride)
    // Shot 3 raises the flag of generator 1; in correction mode generators 2 and 3 are then not extracted.
    data[roundPlane(layout, { round: 1, kind: 'f', generator: 1 }) * stride] = 1 << 3
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

it('says from where it can decode', () => {
  const planes = randomPlanes(planeLayout('detection', { rounds: 1 }).total, 64, 0.1, uniforms(1n))
  const decoding = {
    layout: planeLayout('detection', { rounds: 1 }),
    tables: randomTables(uniforms(1n)),
    readout: readoutFor(LOGICAL_Z),
    logical: LOGICAL_Z,
    flip_on_failed_check: false,
  }
  expect(() => decodeDetection(planes, decoding, { from: 2, to: 8 })).toThrow(RangeError)
})
