/** The errors as a list: what each is, switched off or not, and in words what all of them together do. */
import { Button, ButtonGroup, Switch } from '@blueprintjs/core'
import { Trash } from '@blueprintjs/icons'
import { memo, type ReactElement, useState } from 'react'
import type { CircuitDocument } from '../../../../../main/circuits/editing/document/model'
import type { ErrorLetter } from '../../../../../main/circuits/editing/markers/frame'
import type { MarkerEffects } from '../../../../../main/circuits/editing/markers/propagate'
import { ScrollRegion } from '../../../components/tables/scroll-region'
import { stepLabel } from '../../../draw/circuit-editor/cells'
import { count } from '../../../draw/format/quantity'
import type { Markers } from './use-markers'
import './markers.css'

const LETTERS: readonly ErrorLetter[] = ['X', 'Y', 'Z']

interface MarkerToolsProps {
  readonly held: ErrorLetter | null
  readonly hold: (letter: ErrorLetter | null) => void
}

/** Buttons that choose the error which the next clicks put down. */
export const MarkerTools = memo(({ held, hold }: MarkerToolsProps) => (
  <ButtonGroup size="small" aria-label="Pauli errors" className="circuits-error-tools">
    {LETTERS.map(letter => (
      <Button
        key={letter}
        text={`${letter} error`}
        title={`Puts a Pauli ${letter} error on a wire, to see what it flips (Alt+${letter} at the caret)`}
        active={held === letter}
        aria-pressed={held === letter}
        onClick={() => hold(held === letter ? null : letter)}
      />
    ))}
  </ButtonGroup>
))

interface Props {
  readonly markers: Markers
  readonly document: CircuitDocument
}

export function MarkerPanel({ markers, document }: Props) {
  const { list, gone, found } = markers
  if (found === null) return null
  return (
    <section className="circuits-error-panel" aria-label="Pauli errors">
      <ul>
        {list.map(marker => {
          const name = `${marker.pauli} on ${document.qubits[marker.wire]?.name} before moment ${marker.moment + 1}`
          return (
            <li key={marker.id}>
              <Switch
                label={name}
                checked={!marker.isOff}
                title="Switched off, the error does not happen"
                onChange={() => markers.toggle(marker.id)}
              />
              <Button
                size="small"
                variant="minimal"
                icon={<Trash />}
                aria-label={`Remove ${name}`}
                onClick={() => markers.remove(marker.id)}
              />
            </li>
          )
        })}
        {gone.map(({ id, pauli }) => (
          <li key={id}>
            <span>{pauli}: the gate that it stood before is gone. Undo brings both back.</span>
            <Button
              size="small"
              variant="minimal"
              icon={<Trash />}
              aria-label={`Remove ${pauli}, whose gate is gone`}
              onClick={() => markers.remove(id)}
            />
          </li>
        ))}
      </ul>
      <div role="status">
        {'reason' in found ? <p>{found.reason}</p> : <Effects effects={found.effects} document={document} />}
      </div>
      <Button size="small" text="Remove all errors" onClick={markers.clear} />
    </section>
  )
}

/** Most conditions, and most steps that end an error, that are listed at first; a button shows the others. */
const MAX_TOLD = 8

interface LongListProps {
  /** What is listed. */
  readonly label: string
  readonly sentences: readonly ReactElement[]
}

function LongList({ label, sentences }: LongListProps) {
  const [isWhole, setWhole] = useState(false)
  const more = sentences.length - MAX_TOLD
  if (more <= 0) return sentences
  const action = isWhole ? `Show ${MAX_TOLD} only` : `Show ${count(more)} more`
  return (
    <>
      {isWhole ? (
        <ScrollRegion label={`All ${label}`} maxHeight={200}>
          {sentences}
        </ScrollRegion>
      ) : (
        sentences.slice(0, MAX_TOLD)
      )}
      <Button
        size="small"
        variant="minimal"
        text={action}
        aria-label={`${action} of the ${label}`}
        aria-expanded={isWhole}
        onClick={() => setWhole(!isWhole)}
      />
    </>
  )
}

function Effects({ effects, document }: { readonly effects: MarkerEffects; readonly document: CircuitDocument }) {
  const { flips, conditions, ends, flippedBits } = effects
  const bits = (list: readonly number[]) => list.map(bit => document.clbits[bit]?.name ?? `bit ${bit}`).join(', ')
  return (
    <>
      <p>
        {flips.length === 0
          ? 'No measurement is flipped.'
          : `Flips ${flips.length === 1 ? 'the measurement' : `${flips.length} measurements`} into ${bits(flips.map(({ clbit }) => clbit))}; at the end ${flippedBits.length === 0 ? 'no bit differs' : `${bits(flippedBits)} ${flippedBits.length === 1 ? 'differs' : 'differ'}`}.`}
      </p>
      <LongList
        label="flipped conditions"
        sentences={conditions.map(({ step }) => (
          <p key={step.id}>
            <code>{stepLabel(document, step)}</code> runs where it would not, or the reverse.
          </p>
        ))}
      />
      <LongList
        label="steps that errors are not followed behind"
        sentences={ends.map(({ step, reason }) => (
          <p key={`${step.id} ${reason}`}>
            Not followed behind <code>{stepLabel(document, step)}</code>: {reason}.
          </p>
        ))}
      />
    </>
  )
}
