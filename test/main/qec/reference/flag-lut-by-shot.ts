import type { RunMode } from '../../../../main/contract/model/protocols'
import { supportMask } from '../../../../main/qec/code/logical-readout'
import { anticommute, atIndex, multiply } from '../../../../main/qec/code/pauli'
import type { Decoding } from '../../../../main/qec/decoding/flag-lut'
import type { Pauli5 } from '../../../../main/qec/model/fault'
import { type BitPlanes, bitAt } from '../../../../main/qec/program/frame'
import { startFrame } from '../../../../main/qec/proof/flag-table'
import { dataPlane, roundPlane } from '../../../../main/qec/schedule/plane-layout'

/** One shot, read like the rules are written: the reference of decoding by words. */
export function decodeSlowly(planes: BitPlanes, shot: number, mode: RunMode, decoding: Decoding) {
  const { layout, tables, readout, logical } = decoding
  const four = (round: number, kind: 'a' | 'f' | 's') =>
    [0, 1, 2, 3].map(k => bitAt(planes, roundPlane(layout, { round, kind, generator: k }), shot))
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
