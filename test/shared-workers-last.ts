/** In which order test files start. */
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files of the browser wait a lot, so that they go beside others; those that share a process go last, in a row. */
const ORDER = ['browser', 'unit', 'pure']

/** Soaks and journeys that run for minutes: without a run before, they would start late and be waited for. */
const LONGEST = [
  'measuring/exact-agreement.soak',
  'measuring/twirled-agreement.soak',
  'golden/bits.soak',
  'device/kills.soak',
  'sequencer/agreement.soak',
  'journey/views/dialogs.window',
  'journey/views/scroll-sizes.window',
  'journey/experiment/stopwatch.window',
]

/**
 * Project by project, in each the longest first by the run before, else the largest. The short files of `pure` are the end, so
 * that no core waits for one long file.
 */
export class SharedWorkersLast extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const projectOrder = ({ project }: TestSpecification) => ORDER.indexOf(project.name)
    const rank = ({ moduleId }: TestSpecification) => {
      const at = LONGEST.findIndex(name => moduleId.includes(name))
      return at < 0 ? LONGEST.length : at
    }
    return sorted.toSorted((a, b) => projectOrder(a) - projectOrder(b) || rank(a) - rank(b))
  }
}
