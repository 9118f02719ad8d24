/** Which classical bits of the circuit the declared ones become, and how many of them the program gives out. */
import type { NamedRegister, ProgramState } from './program'

export interface DeclaredBits {
  /** All registers; the classical ones in the order of their bits. */
  readonly registers: readonly NamedRegister[]
  /** The cell of each declared bit. */
  readonly cells: readonly number[]
  /** Number of bits in the result: those under `output` where the program has outputs, else all. They come first. */
  readonly result: number
}

/** May be called before or after `assignOutputs`, which adds registers for outputs that are not registers of bits. */
export function declaredBits({ registers, outputs, recorder }: ProgramState): DeclaredBits {
  const given = new Set(outputs.map(({ name }) => name))
  const isShown = ({ name }: NamedRegister) => given.size === 0 || given.has(name)
  const placed = withCells(
    registers.filter(({ kind }) => kind === 'bit'),
    [...recorder.cells.keys()].filter(cell => !recorder.cells[cell]!.isLocal),
  )
  const [shown, others] = [placed.filter(isShown), placed.filter(register => !isShown(register))]
  const ordered = [...shown, ...others]
  let next = 0
  return {
    registers: registers.map(register => (register.kind === 'qubit' ? register : plain(ordered[next++]!))),
    cells: ordered.flatMap(({ cells }) => cells),
    result: shown.reduce((sum, { size }) => sum + size, 0),
  }
}

interface PlacedRegister extends NamedRegister {
  readonly cells: readonly number[]
}

function withCells(registers: readonly NamedRegister[], cells: readonly number[]): PlacedRegister[] {
  let end = 0
  return registers.map(register => {
    end += register.size
    return { ...register, cells: cells.slice(end - register.size, end) }
  })
}

const plain = ({ name, kind, size }: PlacedRegister): NamedRegister => ({ name, kind, size })
