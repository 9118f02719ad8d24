import { andBits, type Bit, notBit, orBits } from '../model/bits'
import type { SourceLocation } from '../model/diagnostics'
import type { ProgramState } from '../state/program'
import { type FastScanner, SYMBOL_CODE } from './scanner'

/** A condition that is known only when the circuit runs, and its opposite. */
export interface FastCondition {
  readonly holds: Bit
  readonly fails: Bit
}
interface KnownCondition extends FastCondition {
  readonly cells: readonly number[]
}

/** A condition as it is read: the cells of the register, the index and the value that it names. */
interface ReadCondition {
  readonly cells: readonly number[]
  readonly index: number
  readonly value: number
}

/** Stands for a missing index, which means the whole register, or a missing value, which means no comparison. */
const NONE = -1

/** Reads the plain conditions `(c == 3)`, `(c[0] == 1)`, `(c[0])` and `(c)`; as programs repeat them, it keeps them. */
export class FastConditions {
  private known = new Map<string, KnownCondition>()
  /** The epoch of the recorder in which the known conditions were built. */
  private epoch = 0

  constructor(
    private readonly scan: FastScanner,
    private readonly program: ProgramState,
    private readonly at: SourceLocation,
  ) {}

  /** Reads from `(` to `)`; null for a condition of another form, and for one whose value is known already. */
  read(): FastCondition | null {
    const name = this.scan.skip(SYMBOL_CODE.left) ? this.scan.word() : null
    const binding = name === null ? null : this.program.names.find(name)
    if (binding?.kind !== 'bits') return null
    const index = this.index()
    const value = index === null ? null : this.value()
    return index === null || value === null
      ? null
      : this.found(`${name}[${index}]${value}`, { cells: binding.cells, index, value })
  }

  private index(): number | null {
    if (!this.scan.skip(SYMBOL_CODE.open)) return NONE
    const index = this.scan.integer()
    return this.scan.skip(SYMBOL_CODE.close) ? index : null
  }

  private value(): number | null {
    if (this.scan.skip(SYMBOL_CODE.right)) return NONE
    if (!this.scan.skip(SYMBOL_CODE.equals) || this.scan.text.charCodeAt(this.scan.at) !== SYMBOL_CODE.equals)
      return null
    this.scan.at++
    const value = this.scan.integer()
    return this.scan.skip(SYMBOL_CODE.right) ? value : null
  }

  private found(key: string, { cells, index, value }: ReadCondition): FastCondition | null {
    const { epoch } = this.program.recorder
    if (epoch !== this.epoch) this.known.clear()
    this.epoch = epoch
    const known = this.known.get(key)
    if (known?.cells === cells) return known
    const holds = this.built(index === NONE ? cells : cells.slice(index, index + 1), value)
    if (typeof holds !== 'object' || holds === null) return null
    const built = { cells, holds, fails: notBit(this.at, holds) }
    this.known.set(key, built)
    return built
  }

  /** The first cell holds the lowest bit of the value. */
  private built(cells: readonly number[], value: number): Bit | null {
    if (cells.length === 0 || value >= 2 ** cells.length) return null
    const bits = cells.map(cell => this.program.recorder.read(cell))
    if (value === NONE) return orBits(this.at, bits)
    return andBits(
      this.at,
      bits.map((bit, i) => (Math.floor(value / 2 ** i) % 2 === 1 ? bit : notBit(this.at, bit))),
    )
  }
}
