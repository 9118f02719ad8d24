/** In which order test files start. */
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files of the browser wait a lot, so that they go beside others; those that share a process go last, in a row. */
const ORDER = ['browser', 'unit', 'pure']

/** Soaks with tests that run for minutes: they start first, so that none of them meets the bound. */
const LONGEST = [
  'runs/exact-agreement.soak',
  'runs/twirled-agreement.soak',
  'golden/bits.soak',
  'device/kills.soak',
  'sequencer/agreement.soak',
  'journey/dialogs.soak',
  'journey/scroll.soak',
  'journey/stopwatch.soak',
]

/**
 * Project by project, in each the longest first by the run before, else the largest. The short files of `pure` are the end, so
 * that no core waits for one long file.
 */
export class SharedWorkersLast extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    // Drawn anew, so that it is never the same soaks that a slow machine does not reach.
    const draws = new Map(files.map(file => [file, file.project.name.startsWith('soak') ? Math.random() : 0]))
    const place = ({ project }: TestSpecification) => ORDER.indexOf(project.name)
    const rank = ({ moduleId }: TestSpecification) => {
      const at = LONGEST.findIndex(name => moduleId.includes(name))
      return at < 0 ? LONGEST.length : at
    }
    return sorted.toSorted((a, b) => place(a) - place(b) || rank(a) - rank(b) || draws.get(a)! - draws.get(b)!)
  }
}
