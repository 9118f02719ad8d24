/** Circuits that represent the rows of a sweep in checks: one for each set of angles at which gates need less. */
import { type Binder, createBinder, type ParameterTable } from '../../circuits/parameters/bind'
import { generalCircuit } from '../../circuits/parameters/general-point'
import type { Circuit, ParametricCircuit } from '../../contract/jobs/circuit'
import type { Checkpoint } from '../../worker/checkpoint'

interface RowStructure {
  /** The first of the rows that it stands for. */
  readonly row: number
  readonly circuit: Circuit
}

export interface RowStructures {
  /** The circuit at a point of the parameters where no gate is special, which needs as much as any row. */
  readonly general: Circuit
  /**
   * One circuit for each set of special angles that a row has; its other angles are those of the general point. null where
   * there are more than `most`.
   */
  readonly each: () => readonly RowStructure[] | null
}

/**
 * Gates need less at multiples of this angle, in radians; an angle within `NEAR` of one counts as special, as in the
 * transpiler.
 */
const SPECIAL = Math.PI / 4
const NEAR = 1e-6

const isSpecial = (angle: number): boolean => Math.abs(angle / SPECIAL - Math.round(angle / SPECIAL)) < NEAR

/** Time O(rows × instructions with expressions) until `most` are found. */
export function rowStructures(
  source: ParametricCircuit,
  table: ParameterTable,
  { most, checkpoint }: { readonly most: number; readonly checkpoint: Checkpoint },
): RowStructures {
  const general = generalCircuit(source, table)
  return {
    general,
    each() {
      const binder = createBinder(source, table)
      const found = new Map<string, RowStructure>()
      for (let row = 0; row < table.rows; row++) {
        checkpoint()
        const open = binder.instructions(row)
        const key = open.map(({ instruction }) => instruction.params!.map(specialName).join()).join(';')
        if (!found.has(key)) found.set(key, { row, circuit: withSpecial(general, open) })
        if (found.size > most) return null
      }
      return [...found.values()]
    },
  }
}

const specialName = (angle: number): string => (isSpecial(angle) ? String(Math.round(angle / SPECIAL)) : '')

type OpenInstructions = ReturnType<Binder['instructions']>

/** The general circuit with the special angles of a row. */
function withSpecial(general: Circuit, open: OpenInstructions): Circuit {
  const instructions = general.instructions.slice()
  for (const { index, instruction } of open) {
    const own = general.instructions[index]!.params!
    instructions[index] = { ...instruction, params: instruction.params!.map((at, p) => (isSpecial(at) ? at : own[p]!)) }
  }
  return { ...general, instructions }
}
