import type { RunRequest } from '../../contract/runs/request'
import type { Run } from '../../contract/runs/run'

/** A request with its lists in order and its seed, before a readout is chosen where it names none. */
export type NormalizedRequest = Omit<Run['request'], 'readout'> & Pick<RunRequest, 'readout'>
