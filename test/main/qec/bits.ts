import { correctionFor, LOGICAL_X, LOGICAL_Z } from '../../../main/qec/code/code'
import { IDENTITY, indexOf, multiply } from '../../../main/qec/code/pauli'
import { type BitPlanes, strideOf } from '../../../main/qec/experiment/frame'
import { type DecoderTables, LOOKUP } from '../../../main/qec/proof/flagtable'

export const freshSeed = () => Math.floor(Math.random() * 2 ** 32)

/** T_k filled at random, but each entry with the syndrome it stands for, as real tables have. */
export function randomTables(random: () => number): DecoderTables {
  const entry = (syndrome: number) => {
    const logical = [IDENTITY, LOGICAL_X, LOGICAL_Z, multiply(LOGICAL_X, LOGICAL_Z)][Math.floor(random() * 4)]!
    return indexOf(multiply(correctionFor(syndrome), logical))
  }
  return { lookup: LOOKUP, flagged: [0, 1, 2, 3].map(() => Array.from({ length: 16 }, (_, s) => entry(s))) }
}

export function randomPlanes(planes: number, shots: number, density: number, random: () => number): BitPlanes {
  const stride = strideOf(shots)
  const data = new Uint8Array(planes * stride)
  for (let p = 0; p < planes; p++)
    for (let shot = 0; shot < shots; shot++) if (random() < density) data[p * stride + (shot >> 3)]! |= 1 << (shot & 7)
  return { data, planes, shots, stride }
}
