/** Pauli errors on the drawing: put down by click or Alt and a letter, switched off and on, and taken away again; never part of the text. */
import { type KeyboardEvent, useMemo, useState } from 'react'
import type { CircuitDocument } from '../../../../../main/circuits/editing/document/model'
import type { ErrorLetter } from '../../../../../main/circuits/editing/markers/frame'
import {
  carriedTo,
  goneMarkers,
  type KeptMarkers,
  NO_MARKERS,
  type StandingMarker,
  standingMarkers,
  toggledMarker,
  withMarker,
  withoutMarker,
} from '../../../../../main/circuits/editing/markers/kept-markers'
import { type Propagated, propagateMarkers } from '../../../../../main/circuits/editing/markers/propagate'
import type { GridCell } from '../../../draw/circuit-editor/cells'

export interface Markers {
  readonly list: readonly StandingMarker[]
  /** Errors whose gates were taken away: they do not happen until undo brings the gates back. */
  readonly gone: readonly { readonly id: number; readonly pauli: ErrorLetter }[]
  /** null without markers. */
  readonly found: Propagated | null
  /** The error that a click puts down; null: none. */
  readonly held: ErrorLetter | null
  hold(letter: ErrorLetter | null): void
  /** The same error on the same place again takes it away. */
  put(letter: ErrorLetter, cell: GridCell): void
  toggle(id: number): void
  remove(id: number): void
  clear(): void
  /** Whether the key was one of the markers'. */
  press(event: KeyboardEvent, caret: GridCell): boolean
}

const LETTER_KEYS: Readonly<Record<string, ErrorLetter>> = { KeyX: 'X', KeyY: 'Y', KeyZ: 'Z' }

/** Each program of the draft's history has its own markers, so that undo restores them too. */
export function useMarkers(document: CircuitDocument, program: number): Markers {
  const [byProgram, setByProgram] = useState<ReadonlyMap<number, KeptMarkers>>(new Map())
  const before = byProgram.get(program) ?? NO_MARKERS
  const kept = useMemo(() => carriedTo(before, document), [before, document])
  const set = (now: KeptMarkers) => setByProgram(new Map(byProgram).set(program, now))
  if (kept !== before) set(kept)
  const [held, hold] = useState<ErrorLetter | null>(null)
  const list = useMemo(() => standingMarkers(kept), [kept])
  const found = useMemo(
    () => (kept.list.length === 0 ? null : propagateMarkers(document, list)),
    [document, kept, list],
  )
  const put = (pauli: ErrorLetter, cell: GridCell) => set(withMarker(kept, document, { ...cell, pauli }))
  const toggle = (id: number) => set(toggledMarker(kept, id))
  const remove = (id: number) => set(withoutMarker(kept, id))
  const press = (event: KeyboardEvent, caret: GridCell): boolean => {
    // Not marked as handled: Escape also dismisses in the drawing.
    if (event.key === 'Escape') hold(null)
    if (!event.altKey || event.ctrlKey || event.metaKey) return false
    const letter = LETTER_KEYS[event.code]
    const here = list.find(({ wire, moment }) => wire === caret.wire && moment === caret.moment)
    if (letter) put(letter, caret)
    else if (event.code === 'KeyS' && here) toggle(here.id)
    else if ((event.key === 'Delete' || event.key === 'Backspace') && here) remove(here.id)
    else return false
    event.preventDefault()
    event.nativeEvent.stopPropagation()
    return true
  }
  return { list, gone: goneMarkers(kept), found, held, hold, put, toggle, remove, press, clear: () => set(NO_MARKERS) }
}
