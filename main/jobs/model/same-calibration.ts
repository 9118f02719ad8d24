/** Executions of one job go by one calibration. */
import { AppError } from '../../contract/model/errors'
import type { ExecutionResult } from './execution-result'

type Calibrated = Pick<ExecutionResult, 'calibration_id'>

/** Throws `conflict` where the calibration is not that of the first execution. */
export function refuseChanged(first: Calibrated | null, { calibration_id }: Calibrated): void {
  if (!first || first.calibration_id === calibration_id) return
  const message = `The calibration changed from ${first.calibration_id} to ${calibration_id} between two circuits of the job; submit it again`
  throw new AppError('conflict', message, { details: { calibration_id } })
}
