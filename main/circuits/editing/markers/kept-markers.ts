/** Pauli errors that stay with their gates while the circuit is edited, and come back with them by undo. */
import { sum } from '../../../contract/numbers/arithmetic'
import type { CircuitDocument } from '../document/model'
import { editsBetween } from '../gestures/outcome'
import { followedSteps } from './followed-steps'
import type { ErrorLetter } from './frame'
import { followedPosition, type MarkerPosition, markerPositionAt, momentOfPosition } from './marker-position'
import type { PauliMarker } from './propagate'

interface KeptMarker {
  readonly id: number
  readonly pauli: ErrorLetter
  readonly isOff: boolean
  readonly position: MarkerPosition
}

/** The errors of one program. */
export interface KeptMarkers {
  /** Document whose steps the positions count; null before there are errors. */
  readonly document: CircuitDocument | null
  readonly list: readonly KeptMarker[]
  /** Positions of the errors by id in earlier texts, to which undo leads back. */
  readonly texts: ReadonlyMap<string, ReadonlyMap<number, MarkerPosition>>
  readonly nextId: number
}

/** An error at its present position. */
export interface StandingMarker extends PauliMarker {
  readonly id: number
}

export const NO_MARKERS: KeptMarkers = { document: null, list: [], texts: new Map(), nextId: 0 }

/** Most texts whose positions are remembered, and most characters in all of them; the oldest go first. */
const MAX_TEXTS = 500
const MAX_CHARACTERS = 8_000_000

/** The errors carried over to another text; unchanged where that text has faults. */
export function carriedTo(kept: KeptMarkers, document: CircuitDocument): KeptMarkers {
  const before = kept.document
  if (before === null || before === document || kept.list.length === 0 || document.program === null) return kept
  if (before.text === document.text) return { ...kept, document }
  const remembered = kept.texts.get(document.text)
  const isKnown = kept.list.every(({ id }) => remembered?.has(id))
  const steps = isKnown ? new Map() : followedSteps(before, document, editsBetween(before, document))
  const positionNow = ({ id, position }: KeptMarker) =>
    remembered?.get(id) ?? (position.isGone ? position : followedPosition(position, { before, after: document, steps }))
  return {
    ...kept,
    document,
    list: kept.list.map(marker => ({ ...marker, position: positionNow(marker) })),
    texts: remembering(kept, before.text),
  }
}

function remembering({ texts, list }: KeptMarkers, text: string): KeptMarkers['texts'] {
  const now = new Map(texts)
  now.delete(text)
  now.set(text, new Map(list.map(({ id, position }) => [id, position])))
  let characters = sum([...now.keys()].map(({ length }) => length))
  for (const oldest of now.keys()) {
    if (now.size <= MAX_TEXTS && characters <= MAX_CHARACTERS) break
    now.delete(oldest)
    characters -= oldest.length
  }
  return now
}

/** The errors whose gates are in the circuit. */
export const standingMarkers = ({ document, list }: KeptMarkers): StandingMarker[] =>
  list.flatMap(({ id, pauli, isOff, position }) =>
    document === null || position.isGone
      ? []
      : [{ id, pauli, isOff, wire: position.wire, moment: momentOfPosition(document, position) }],
  )

/** The errors whose gates are gone. */
export const goneMarkers = ({ list }: KeptMarkers): readonly KeptMarker[] =>
  list.filter(({ position }) => position.isGone)

/** Adds an error before the step in a moment; the same Pauli there is removed instead, another one is replaced. */
export function withMarker(
  kept: KeptMarkers,
  document: CircuitDocument,
  { wire, moment, pauli }: Omit<PauliMarker, 'isOff'>,
): KeptMarkers {
  const there = standingMarkers(kept).filter(one => one.wire === wire && one.moment === moment)
  const ids = new Set(there.map(({ id }) => id))
  const others = kept.list.filter(({ id }) => !ids.has(id))
  if (there.some(one => one.pauli === pauli)) return { ...kept, list: others }
  const counted = kept.list.length === 0 ? document : (kept.document ?? document)
  const marker = { id: kept.nextId, pauli, isOff: false, position: markerPositionAt(counted, wire, moment) }
  return { ...kept, document: counted, list: [...others, marker], nextId: kept.nextId + 1 }
}

export const withoutMarker = (kept: KeptMarkers, id: number): KeptMarkers => ({
  ...kept,
  list: kept.list.filter(one => one.id !== id),
})

export const toggledMarker = (kept: KeptMarkers, id: number): KeptMarkers => ({
  ...kept,
  list: kept.list.map(one => (one.id === id ? { ...one, isOff: !one.isOff } : one)),
})
