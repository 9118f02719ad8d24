import type { SingleFault } from '../../../../main/qec/model/fault'
import type { CompiledRound } from '../../../../main/qec/model/round'
import { idleFaultsIn, opFaultsIn } from '../../../../main/qec/proof/fault-locations'
import { type Responses, respond } from '../../../../main/qec/proof/responses'

/** Faults inside the repeat: never the only one, see `enumerateFaults`. */
export const repeatFaults = ({ repeat }: CompiledRound): readonly SingleFault[] => {
  const within = { segment: 'repeat', index: 0 } as const
  return [...opFaultsIn(repeat, within), ...idleFaultsIn(repeat, within)]
}

/** Word 0 of a fault inside the repeat, when another makes it run: what it adds to s0..s3 and, from bit 4 on, the data error. */
export const respondInRepeat = ({ repeat }: Responses, fault: SingleFault): number =>
  respond({ slots: [repeat], inputs: [], repeat }, { ...fault, segment: 'flagged', index: 0 })[0]
