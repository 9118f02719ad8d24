import type { SingleFault } from '../../../../main/qec/model/fault'
import { type Responses, respond } from '../../../../main/qec/proof/responses'

/** Word 0 of a fault inside the repeat, when another makes it run: what it adds to s0..s3 and, from bit 4 on, the data error. */
export const respondInRepeat = ({ repeat }: Responses, fault: SingleFault): number =>
  respond({ slots: [repeat], inputs: [], repeat }, { ...fault, segment: 'flagged', index: 0 })[0]
