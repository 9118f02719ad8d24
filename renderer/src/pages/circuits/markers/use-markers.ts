/** Pauli errors on the drawing: put down by click or Alt and a letter, switched off and on, and taken away again; never part of the text. */
import { type KeyboardEvent, useMemo, useState } from 'react'
import type { CircuitDocument } from '../../../../../main/circuits/editing/document/model'
import type { ErrorLetter } from '../../../../../main/circuits/editing/markers/frame'
import {
  type PauliMarker,
  type Propagated,
  propagateMarkers,
} from '../../../../../main/circuits/editing/markers/propagate'
import type { GridCell } from '../../../draw/circuit-editor/cells'

export interface Markers {
  readonly list: readonly PauliMarker[]
  /** null without markers. */
  readonly found: Propagated | null
  /** The error that a click puts down; null: none. */
  readonly held: ErrorLetter | null
  hold(letter: ErrorLetter | null): void
  /** The same error on the same place again takes it away. */
  put(letter: ErrorLetter, cell: GridCell): void
  toggle(marker: PauliMarker): void
  remove(marker: PauliMarker): void
  clear(): void
  /** Whether the key was one of the markers'. */
  press(event: KeyboardEvent, caret: GridCell): boolean
}

const LETTER_KEYS: Readonly<Record<string, ErrorLetter>> = { KeyX: 'X', KeyY: 'Y', KeyZ: 'Z' }

const NONE: readonly PauliMarker[] = []

/** Of each program of the draft's history its own, so that undo brings them back with it. */
export function useMarkers(document: CircuitDocument, program: number): Markers {
  const [byProgram, setByProgram] = useState<ReadonlyMap<number, readonly PauliMarker[]>>(new Map())
  const all = byProgram.get(program) ?? NONE
  const setAll = (list: readonly PauliMarker[]) => setByProgram(new Map(byProgram).set(program, list))
  const [held, hold] = useState<ErrorLetter | null>(null)
  const wires = document.qubits.length
  const list = useMemo(() => all.filter(({ wire }) => wire < wires), [all, wires])
  const found = useMemo(() => (list.length === 0 ? null : propagateMarkers(document, list)), [document, list])
  const put = (pauli: ErrorLetter, { wire, moment }: GridCell) => {
    const others = list.filter(marker => marker.wire !== wire || marker.moment !== moment)
    const isThere = list.some(marker => !others.includes(marker) && marker.pauli === pauli)
    setAll(isThere ? others : [...others, { wire, moment, pauli, isOff: false }])
  }
  const toggle = (marker: PauliMarker) =>
    setAll(list.map(one => (one === marker ? { ...one, isOff: !one.isOff } : one)))
  const remove = (marker: PauliMarker) => setAll(list.filter(one => one !== marker))
  const press = (event: KeyboardEvent, caret: GridCell): boolean => {
    if (!event.altKey || event.ctrlKey || event.metaKey) return false
    const letter = LETTER_KEYS[event.code]
    const here = list.find(({ wire, moment }) => wire === caret.wire && moment === caret.moment)
    if (letter) put(letter, caret)
    else if (event.code === 'KeyS' && here) toggle(here)
    else if ((event.key === 'Delete' || event.key === 'Backspace') && here) remove(here)
    else return false
    event.preventDefault()
    event.nativeEvent.stopPropagation()
    return true
  }
  return { list, found, held, hold, put, toggle, remove, press, clear: () => setAll([]) }
}
