/** The batch that is being written: it survives leaving the page and a reload. What is removed can be brought back. */
import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import type { Circuit } from '../../../../../main/contract/jobs/circuit'
import { circuitJson } from '../../../draw/circuits/circuit-text'
import { hasRoom, type TypedCircuit } from '../../../job-form/fields/batch-fields'
import { FIRST_FIELDS, type SubmitFields } from '../../../job-form/fields/submit-fields'
import { askBeforeLeaving } from '../../../window-state/ask-before-leaving'
import { delayedStorage } from '../../../window-state/delayed-storage'
import { EMPTY_CIRCUIT, restored, type UnnumberedCircuit } from './kept-batch'

interface BatchDraft {
  readonly fields: SubmitFields
  readonly circuits: readonly TypedCircuit[]
  /** The circuits before the last removal; null where nothing can be brought back. */
  readonly before: readonly TypedCircuit[] | null
  /** Entries of the stored batch that are no circuits and were left out. */
  readonly unreadable: number
  readonly setFields: (fields: SubmitFields) => void
  readonly replaceAll: (fields: SubmitFields, circuits: readonly UnnumberedCircuit[]) => void
  readonly change: (circuit: TypedCircuit) => void
  /** Adds circuits at the end, or behind the one with the id `behind`; does nothing where they would be too many. */
  readonly add: (circuits: readonly UnnumberedCircuit[], behind?: number) => void
  readonly remove: (id: number) => void
  readonly bringBack: () => void
  /** Moves a circuit one place up (-1) or down (1). */
  readonly move: (id: number, by: -1 | 1) => void
}

let last = 0
const identified = (circuits: readonly UnnumberedCircuit[]): TypedCircuit[] =>
  circuits.map(circuit => {
    last += 1
    return { ...circuit, id: last }
  })

/** Circuit of a new batch, an example of the JSON of a circuit. */
const BELL_PAIR: Circuit = {
  num_qubits: 2,
  instructions: [
    { name: 'h', qubits: [0] },
    { name: 'cx', qubits: [0, 1] },
    { name: 'measure', qubits: [0], clbits: [0] },
    { name: 'measure', qubits: [1], clbits: [1] },
  ],
}

/** Most characters of all circuits that are stored over a reload; the browser asks before longer ones are lost. */
const MAX_KEPT = 64_000_000
const NO_ROOM = 'a batch that the browser has no room for'
const TOO_LONG = 'a batch that is too long to be kept'

type PersistedBatch = Partial<Pick<BatchDraft, 'fields' | 'circuits'>>

const charactersOf = (circuits: readonly TypedCircuit[]): number =>
  circuits.reduce((sum, { text, parameters }) => sum + text.length + parameters.length, 0)

const kept = ({ fields, circuits }: BatchDraft): PersistedBatch =>
  charactersOf(circuits) > MAX_KEPT ? { fields } : { fields, circuits }

export const useBatchDraft = create<BatchDraft>()(
  persist(
    (set, get) => ({
      fields: FIRST_FIELDS,
      circuits: identified([{ ...EMPTY_CIRCUIT, name: 'Bell pair (2 qubits)', text: circuitJson(BELL_PAIR) }]),
      before: null,
      unreadable: 0,
      setFields: fields => set({ fields }),
      replaceAll: (fields, circuits) => set({ fields, circuits: identified(circuits), before: null, unreadable: 0 }),
      change: changed =>
        set(({ circuits }) => ({ circuits: circuits.map(circuit => (circuit.id === changed.id ? changed : circuit)) })),
      add(added, behind) {
        const { circuits } = get()
        if (!hasRoom(circuits, added.length)) return
        const at = circuits.findIndex(({ id }) => id === behind)
        set({ circuits: circuits.toSpliced(at < 0 ? circuits.length : at + 1, 0, ...identified(added)) })
      },
      remove: id => set(({ circuits }) => ({ circuits: circuits.filter(each => each.id !== id), before: circuits })),
      bringBack: () => set(({ circuits, before }) => ({ circuits: before ?? circuits, before: null })),
      move(id, by) {
        const { circuits } = get()
        const at = circuits.findIndex(each => each.id === id)
        const other = circuits[at + by]
        if (other) set({ circuits: circuits.with(at + by, circuits[at]!).with(at, other) })
      },
    }),
    {
      name: 'pentad-batch-draft',
      storage: delayedStorage({ onKept: isKept => askBeforeLeaving(NO_ROOM, !isKept) }),
      partialize: kept,
      merge: (stored, draft) => {
        const { fields, circuits, unreadable } = restored(stored)
        return { ...draft, fields, unreadable, ...(circuits.length > 0 && { circuits: identified(circuits) }) }
      },
    },
  ),
)

useBatchDraft.subscribe(({ circuits }) => askBeforeLeaving(TOO_LONG, charactersOf(circuits) > MAX_KEPT))
