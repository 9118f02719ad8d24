import type { RunRecord } from '../../../../main/contract/run_record'

export interface RecordProps {
  readonly record: RunRecord
}
