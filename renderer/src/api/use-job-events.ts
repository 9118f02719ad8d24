/** Job events for a page: told while wanted, and whether they come at all. */
import type { JobEvent } from '../../../main/contract/jobs/events'
import { useApi } from './use-api'
import { useStream } from './use-stream'

/** Listens while `wanted` and the window is shown. True while events come, so that polling may be slow. */
export const useJobEvents = (wanted: boolean, hear: (event: JobEvent) => void): boolean =>
  useStream(useApi().events, wanted, hear)
