import type { CompiledRound, SingleFault } from '../model/round'
import { type Frame, flipBit, type LocalSites } from './propagation'
import { strike } from './replay'

/**
 * Puts the fault into the flagged segment it belongs to and returns the operation from which propagation goes on. Throws a
 * RangeError for a fault of the repeat.
 */
export function inject(frame: Frame, fault: SingleFault, round: CompiledRound, sites: LocalSites): number {
  if (fault.segment === 'repeat') throw new RangeError('faults inside the repeat are outside the single-fault budget')
  if (fault.kind === 'measure') {
    frame.flips ^= flipBit(round.flagged[fault.index]!.ops[fault.op]!.bit!)
    return fault.op + 1
  }
  strike(frame, fault, sites)
  if (fault.kind === 'input') return 0
  return fault.kind === 'idle' ? round.flagged[fault.index]!.idles[fault.op]!.before : fault.op + 1
}
