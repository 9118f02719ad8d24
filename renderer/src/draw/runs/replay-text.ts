/** The verdict of a replay in words. */
import { STATE_TEXT } from '../../../../main/contract/model/protocols'
import type { Run } from '../../../../main/contract/runs/run'
import { isTerminal } from '../format/job-and-run-text'
import { countWithNoun } from '../format/quantity'

type RunReplay = NonNullable<Run['replay']>

interface VerdictText {
  readonly heading: string
  readonly text: string
  readonly intent: 'success' | 'danger' | 'warning' | 'primary'
}

/** Circuits that are named; further ones are counted. */
const NAMED = 6

const circuit = ({ state, rounds }: RunReplay['differing'][number]) => `|${STATE_TEXT[state]}⟩ at R = ${rounds}`

function differingText(differing: RunReplay['differing']): string {
  const named = differing.slice(0, NAMED).map(circuit).join(', ')
  const more = differing.length > NAMED ? ` and ${differing.length - NAMED} more` : ''
  return `${countWithNoun(differing.length, 'circuit')} gave bits that differ from the record: ${named}${more}. The record was made by another build, plan or engine, or a file of it was changed.`
}

export function replayText(run: Pick<Run, 'status' | 'request'>, replay: RunReplay): VerdictText {
  const circuits = countWithNoun(run.request.rounds.length * run.request.states.length, 'encoded circuit')
  if (replay.identical === true)
    return { heading: 'Identical', text: `Every bit of ${circuits} came out as recorded.`, intent: 'success' }
  if (replay.identical === false)
    return { heading: 'Differing', text: differingText(replay.differing), intent: 'danger' }
  if (isTerminal(run))
    return { heading: 'Not decided', text: 'The replay ended before its bits could be compared.', intent: 'warning' }
  return { heading: 'Not known yet', text: 'The bits are compared when the replay has run.', intent: 'primary' }
}

/** The verdict in a few words, for reports. */
export function replayedText(identical: boolean | null): string {
  if (identical === null) return 'not compared'
  return identical ? 'every bit identical' : 'differing bits'
}
