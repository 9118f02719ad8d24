/** The sites of a module and the size of its round. Field names are the spec's. */
import { z } from 'zod'
import { QubitIndex } from '../model/primitives'
import { LogicalName } from './layout-demands'

export const SelectionProfile = z.strictObject({
  workload: z.literal('logical_qubit_513'),
  /** A chiplet, or the name of a logical qubit with demands on its layout (`layout-demands.ts`). */
  chiplet: LogicalName,
  code: z.literal('[[5,1,3]]'),
  ft_scheme: z.literal('flag'),
  syndrome_strategy: z.literal('flag_sequential'),
})
export type SelectionProfile = z.infer<typeof SelectionProfile>

export const DataQubits = z.object({ D0: QubitIndex, D1: QubitIndex, D2: QubitIndex, D3: QubitIndex, D4: QubitIndex })
export type DataQubits = z.infer<typeof DataQubits>

/** Fields of every shape that names a layout. */
export const LAYOUT_FIELDS = {
  data_qubits: DataQubits,
  syndrome_ancilla: QubitIndex,
  flag_qubit: QubitIndex,
  routing_qubits: z.array(QubitIndex),
}
export type LayoutFields = { [Field in keyof typeof LAYOUT_FIELDS]: z.infer<(typeof LAYOUT_FIELDS)[Field]> }

export const ModuleSchedule = z.object({
  /** CZ gates of one flagged round: three per SWAP, two per reset-assisted move. */
  cz_count: z.int(),
  /** Native two-qubit gates that those CZs take: as many where CZ is native, up to two each where it is made of another gate. */
  native_two_qubit_count: z.int().optional(),
  /** Moves of A in one flagged round: logical SWAPs, reset-assisted ones included. */
  swap_count: z.int(),
  /** Moves among them that reset the site A enters, with two CZs each. */
  reset_move_count: z.int().optional(),
  measurement_cycles: z.int(),
  ft_preserved: z.boolean(),
  /** CZ gates of the unflagged repeat that a trigger sets off. */
  conditional_cz_count: z.int(),
  conditional_native_two_qubit_count: z.int().optional(),
  conditional_swap_count: z.int(),
  single_qubit_gate_count: z.int(),
  /** Layers of gates, measurements and resets that can run side by side. */
  depth: z.int(),
  conditional_duration_ns: z.number(),
})
