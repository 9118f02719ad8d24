/** Events of modules, runs and studies for a page, as `use-job-events.ts` has them of jobs. */
import type { LabEvent } from '../../../main/contract/backends/drift'
import { useApi } from './use-api'
import { useStream } from './use-stream'

/** Listens while `wanted` and the window is shown. True while events come, so that polling may be slow. */
export const useLabEvents = (wanted: boolean, hear: (event: LabEvent) => void): boolean =>
  useStream(useApi().labEvents, wanted, hear)
