import type { SampleFeed } from './sample-feed'

/** Samples of one read: about a millisecond of work, so that the event loop stays free. */
const READ_SAMPLES = 2048
/** Milliseconds to wait after a read that failed. */
const RETRY_MS = 1_000

interface SampleReaderOptions {
  readonly open: () => SampleFeed
  /** Whether more samples are needed now. */
  readonly wants: () => boolean
  /** Takes the samples and zeroes them. */
  readonly take: (samples: Uint8Array) => void
}

export interface SampleReader {
  /** Reads on, where samples are wanted. */
  wake(): void
  /** The feed, opened where it is not yet. */
  feed(): SampleFeed
  /** Why the last read failed; null where it did not. */
  readonly problem: string | null
  close(): void
}

/** Reads a source as long as samples are wanted, one read after another, and sleeps in between. */
export function createSampleReader({ open, wants, take }: SampleReaderOptions): SampleReader {
  let opened: SampleFeed | null = null
  let [closed, running] = [false, false]
  let problem: string | null = null
  const feed = () => {
    opened ??= open()
    return opened
  }

  async function readOnce(): Promise<number> {
    try {
      const samples = await feed().read(READ_SAMPLES)
      problem = null
      if (closed) samples.fill(0)
      else take(samples)
      return feed().pause_ms
    } catch (error) {
      problem = error instanceof Error ? error.message : String(error)
      return RETRY_MS
    }
  }

  async function run(): Promise<void> {
    running = true
    while (!closed && wants()) await pause(await readOnce())
    running = false
  }

  return {
    wake() {
      if (!running && !closed) void run()
    },
    feed,
    get problem() {
      return problem
    },
    close() {
      closed = true
      opened?.close()
    },
  }
}

const pause = (ms: number): Promise<void> => new Promise(resolve => setTimeout(resolve, ms).unref())
