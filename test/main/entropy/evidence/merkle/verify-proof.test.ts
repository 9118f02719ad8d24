import { describe, expect, it } from 'vitest'
import { base64Bytes } from '../../../../../main/entropy/evidence/encoding/bytes'
import { verifyConsistency, verifyInclusion } from '../../../../../main/entropy/evidence/merkle/verify-proof'
import { vectorJson } from '../../../../vectors/read-vectors'

interface Probe {
  leafIdx: number
  treeSize: number
  leafHash: string
  root: string
  size1: number
  size2: number
  root1: string
  root2: string
  proof: string[] | null
  wantErr: boolean
}

const probes = Object.entries(vectorJson<Record<string, Probe>>('merkle-probes.json'))
const bytes = (text: string | null): Uint8Array => base64Bytes(text ?? '') ?? new Uint8Array(0)

function passes(name: string, probe: Probe): boolean {
  const proof = (probe.proof ?? []).map(bytes)
  if (name.startsWith('inclusion'))
    return verifyInclusion({
      index: BigInt(probe.leafIdx),
      size: BigInt(probe.treeSize),
      leaf_hash: bytes(probe.leafHash),
      root: bytes(probe.root),
      proof,
    })
  return verifyConsistency({
    old_size: BigInt(probe.size1),
    new_size: BigInt(probe.size2),
    old_root: bytes(probe.root1),
    new_root: bytes(probe.root2),
    proof,
  })
}

describe('Merkle proofs', () => {
  it('are judged as all 196 published probes say, most of which must fail', () => {
    expect(probes.length).toBe(196)
    expect(probes.filter(([, { wantErr }]) => wantErr).length).toBe(184)
    expect(probes.filter(([name, probe]) => passes(name, probe) === probe.wantErr).map(([name]) => name)).toEqual([])
  })
})
