import { expect, it } from 'vitest'
import { inclusionProof, treeRoot } from '../../../../../main/entropy/evidence/merkle/tree'
import { leafHash } from '../../../../../main/entropy/evidence/merkle/tree-hash'
import { verifyInclusion } from '../../../../../main/entropy/evidence/merkle/verify-proof'
import { entries, entry, grown, slowRoot } from './grown-log'

it('a log grows a second level of tiles after 65,536 entries', () => {
  const big = grown([65_535, 2])
  expect([...big.files.keys()].filter(path => path.startsWith('tile/2/'))).toEqual(['tile/2/000.p/1'])
  expect(treeRoot(big)).toEqual(slowRoot(entries(0, big.size)))
  const claim = { index: 65_536n, size: 65_537n, leaf_hash: leafHash(entry(65_536)), root: treeRoot(big) }
  expect(verifyInclusion({ ...claim, proof: inclusionProof(big, 65_536) })).toBe(true)
})
