import type { RunStatus } from '../contract/runs/run'

/** The legal moves. PROCESSING → PENDING is the restart after a crash or a stop: a simulated run starts over from its seed. */
const MOVES: Readonly<Record<RunStatus, readonly RunStatus[]>> = {
  PENDING: ['PROCESSING', 'FAILED', 'ABORTED'],
  PROCESSING: ['COMPLETED', 'FAILED', 'ABORTED', 'PENDING'],
  COMPLETED: [],
  FAILED: [],
  ABORTED: [],
}

export const mayMove = (from: RunStatus, to: RunStatus): boolean => MOVES[from].includes(to)

export const isTerminal = (status: RunStatus): boolean => MOVES[status].length === 0
