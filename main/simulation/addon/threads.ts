import { availableParallelism } from 'node:os'

export interface NativeOptions {
  /** Threads of one call; the result does not depend on it. Two by default, one on a single core. */
  readonly threads?: number
}

export const threadsOf = ({ threads = Math.min(2, availableParallelism()) }: NativeOptions): number => threads
