/** The batch that is being written: kept while other pages are looked at. What is removed can be brought back. */
import { create } from 'zustand'
import type { Circuit } from '../../../../../main/contract/jobs/circuit'
import { circuitJson } from '../../../draw/circuits/text'
import { hasRoom, type TypedCircuit } from '../../../submit/batch-fields'
import { FIRST_FIELDS, type SubmitFields } from '../../../submit/submit-fields'

type Typed = Omit<TypedCircuit, 'id'>

interface BatchDraft {
  readonly fields: SubmitFields
  readonly circuits: readonly TypedCircuit[]
  /** The circuits before the last one was removed; null where none was. */
  readonly before: readonly TypedCircuit[] | null
  readonly setFields: (fields: SubmitFields) => void
  readonly replaceAll: (fields: SubmitFields, circuits: readonly Typed[]) => void
  readonly change: (circuit: TypedCircuit) => void
  /** Behind the last one, or behind the one of this id; nothing where they are too many. */
  readonly add: (circuits: readonly Typed[], behind?: number) => void
  readonly remove: (id: number) => void
  readonly bringBack: () => void
  /** One place up (-1) or down (1). */
  readonly move: (id: number, by: -1 | 1) => void
}

export const EMPTY_CIRCUIT: Typed = { name: '', shots: '', text: '', parameters: '' }

let last = 0
const identified = (circuits: readonly Typed[]): TypedCircuit[] =>
  circuits.map(circuit => {
    last += 1
    return { ...circuit, id: last }
  })

/** What a new batch begins with: an example of the JSON of a circuit. */
const BELL_PAIR: Circuit = {
  num_qubits: 2,
  instructions: [
    { name: 'h', qubits: [0] },
    { name: 'cx', qubits: [0, 1] },
    { name: 'measure', qubits: [0], clbits: [0] },
    { name: 'measure', qubits: [1], clbits: [1] },
  ],
}

export const useBatchDraft = create<BatchDraft>()((set, get) => ({
  fields: FIRST_FIELDS,
  circuits: identified([{ ...EMPTY_CIRCUIT, name: 'Bell pair (2 qubits)', text: circuitJson(BELL_PAIR) }]),
  before: null,
  setFields: fields => set({ fields }),
  replaceAll: (fields, circuits) => set({ fields, circuits: identified(circuits), before: null }),
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
}))
