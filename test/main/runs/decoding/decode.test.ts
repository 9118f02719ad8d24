import { describe, expect, it } from 'vitest'
import { NO_TALLIES } from '../../../../main/qec/decoding/tallies'
import type { BitPlanes } from '../../../../main/qec/program/frame'
import { strideOf } from '../../../../main/qec/program/frame'
import { type CircuitDecoder, decodePlanes, sliced } from '../../../../main/runs/decoding/decode'
import { budget, OverBudget } from '../../../../main/worker/checkpoint'

const SHOTS = 32 * 2_000
const { signal } = new AbortController()
const planes: BitPlanes = { data: new Uint8Array(strideOf(SHOTS)), planes: 1, shots: SHOTS, stride: strideOf(SHOTS) }

/** Accepts every shot, 16 words a slice. */
const accepting = sliced(
  (_, { from, to }) => ({
    ...NO_TALLIES,
    shots: 32 * (to - from),
    accepted: new Int32Array(to - from).fill(-1),
    wrong: new Int32Array(to - from),
  }),
  { rounds: 0, at_once: 2_000, each_shot: true },
)
const decoder: CircuitDecoder = { decode: [accepting, accepting] }

describe('decoding a circuit', () => {
  it('counts the shots of every slice once', async () => {
    const { shots, outcomes } = await decodePlanes(planes, { decoder, signal, checkpoint: budget(300) })
    expect(shots).toBe(SHOTS)
    expect(outcomes).toEqual(Array(2).fill({ accepted: SHOTS, failures: 0, changed: 0 }))
  })

  it('ends at the checkpoint of a slice, before the next one is decoded', async () => {
    const reported: number[] = []
    const decoding = decodePlanes(planes, {
      decoder,
      signal,
      checkpoint: budget(40),
      onProgress: fraction => reported.push(fraction),
    })
    await expect(decoding).rejects.toThrow(OverBudget)
    // 512 words are reported at once, and the second report would come after 1024.
    expect(reported).toEqual([512 / 2_000 / 2])
  })
})
