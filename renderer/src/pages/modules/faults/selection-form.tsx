/** Chooses any single fault of the round: the segment, the place in it, the Pauli. Shares its place with the timeline. */
import { Button } from '@blueprintjs/core'
import { Flash } from '@blueprintjs/icons'
import type { FaultProtocol } from '../../../../../main/contract/modules/faults'
import { Choice } from '../../../components/controls/choice'
import { segmentText } from '../../../draw/fault-replay/frames'
import type { Block } from '../../../draw/fault-replay/schedule-timeline'
import { canInject, choiceAt, type FaultChoice, inputChoice, paulisAt } from '../../../draw/fault-replay/selection'

/** Location chosen so far: a block, or a site that brings an error in: D0 … D4, then the routing sites. */
type AimLocation = { readonly input: number } | { readonly block: Block }

export interface AimedFault {
  readonly place: AimLocation
  readonly pauli: string
  /** Pass of the cyclic window, 0 to 2; ignored by other protocols. */
  readonly pass: number
}

export const FIRST_AIMED_FAULT: AimedFault = { place: { input: 0 }, pauli: 'X', pass: 0 }

/** The fault aimed at; null where none can be injected by choice. */
export function choiceOfAimedFault({ place, pauli, pass }: AimedFault, protocol: FaultProtocol): FaultChoice | null {
  if ('block' in place && !canInject(place.block)) return null
  const choice = 'input' in place ? inputChoice(place.input, pauli) : choiceAt(place.block, pauli)
  return protocol === 'cyclic-window' ? { ...choice, pass } : choice
}

/** Aims at a block, with the same Pauli where it is possible there. */
export const withBlock = (aim: AimedFault, block: Block): AimedFault => ({
  ...aim,
  place: { block },
  pauli: choiceAt(block, aim.pauli).pauli,
})

interface Props {
  readonly aim: AimedFault
  readonly change: (aim: AimedFault) => void
  readonly blocks: readonly Block[]
  readonly protocol: FaultProtocol
  /** Names of the sites that may carry an error at the start of the round. */
  readonly inputs: readonly string[]
  readonly inject: (choice: FaultChoice) => void
}

const SINGLE = ['X', 'Y', 'Z']
const keyOf = ({ segment, index }: Block) => `${segment} ${index}`

export function FaultChooser({ aim, change, blocks, protocol, inputs, inject }: Props) {
  const { place, pauli, pass } = aim
  const segment = 'input' in place ? 'input' : keyOf(place.block)
  const inSegment = blocks.filter(block => keyOf(block) === segment)
  const choice = choiceOfAimedFault(aim, protocol)
  const chooseSegment = (key: string) => {
    const first = blocks.find(block => keyOf(block) === key)
    change(first ? withBlock(aim, first) : { ...aim, place: { input: 0 }, pauli: SINGLE.includes(pauli) ? pauli : 'X' })
  }
  return (
    <fieldset className="modules-chooser">
      <legend>Inject any fault</legend>
      <div className="pentad-choices">
        <Choice
          label="In"
          value={segment}
          options={[['input', 'already on the data'], ...segmentsOf(blocks)]}
          choose={chooseSegment}
        />
        {'input' in place ? (
          <Choice
            label="At"
            value={String(place.input)}
            options={inputs.map((name, at) => [String(at), name])}
            choose={at => change({ ...aim, place: { input: Number(at) } })}
          />
        ) : (
          <Choice
            label="At"
            value={place.block.id}
            options={inSegment.map(block => [block.id, block.words])}
            choose={id => change(withBlock(aim, inSegment.find(block => block.id === id)!))}
          />
        )}
        <Choice
          label="Fault"
          value={pauli}
          options={('input' in place ? SINGLE : paulisAt(place.block)).map(each => [each, each])}
          choose={chosen => change({ ...aim, pauli: chosen })}
        />
        {protocol === 'cyclic-window' && (
          <Choice
            label="Pass"
            value={String(pass)}
            options={[0, 1, 2].map(each => [String(each), `${each + 1} of 3`])}
            choose={chosen => change({ ...aim, pass: Number(chosen) })}
          />
        )}
        <Button
          intent="primary"
          icon={<Flash />}
          text="Inject and replay"
          disabled={choice === null}
          onClick={() => choice && inject(choice)}
        />
      </div>
      {choice === null && (
        <p className="pentad-quiet">
          The repeat runs only after an earlier fault; inject one into a flagged segment or an input.
        </p>
      )}
    </fieldset>
  )
}

const segmentsOf = (blocks: readonly Block[]): [string, string][] => [
  ...new Map(blocks.filter(canInject).map(block => [keyOf(block), segmentText(block.segment, block.index)])),
]
