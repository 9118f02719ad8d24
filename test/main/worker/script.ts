import { bundleThread } from '../../../thread.config'

let made: Promise<string> | null = null
/** The thread's program, made from the sources as the build makes it; once for a test file. */
export function threadFromSources(): Promise<string> {
  made ??= bundleThread()
  return made
}
