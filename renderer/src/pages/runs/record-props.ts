import type { RunRecord } from '../../../../main/contract/runs/record'

export interface RecordProps {
  readonly record: RunRecord
}
