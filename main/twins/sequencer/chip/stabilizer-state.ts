/** A noiseless stabilizer state whose random outcomes are all 0, by its generators; small and plain. */

/** i^phase X^x Z^z, all X's before all Z's. */
interface Generator {
  readonly x: Uint8Array
  readonly z: Uint8Array
  phase: number
}

const blank = (qubits: number): Generator => ({ x: new Uint8Array(qubits), z: new Uint8Array(qubits), phase: 0 })

/** to = to · from. */
function multiply(to: Generator, from: Generator): void {
  let swaps = 0
  for (let q = 0; q < to.x.length; q++) {
    swaps += to.z[q]! & from.x[q]!
    to.x[q]! ^= from.x[q]!
    to.z[q]! ^= from.z[q]!
  }
  to.phase = (to.phase + from.phase + 2 * swaps) & 3
}

export class StabilizerState {
  private constructor(
    private readonly qubits: number,
    private readonly generators: Generator[],
  ) {}

  /** |0...0>. */
  static zeros(qubits: number): StabilizerState {
    const generators = Array.from({ length: qubits }, (_, q) => {
      const generator = blank(qubits)
      generator.z[q] = 1
      return generator
    })
    return new StabilizerState(qubits, generators)
  }

  copy(): StabilizerState {
    const generators = this.generators.map(({ x, z, phase }) => ({ x: x.slice(), z: z.slice(), phase }))
    return new StabilizerState(this.qubits, generators)
  }

  /** A quarter turn about X: Z to −Y. */
  x90(q: number): void {
    for (const generator of this.generators) {
      if (generator.z[q] === 0) continue
      // Z becomes −Y = i³·XZ, and XZ becomes i³·Z.
      generator.phase = (generator.phase + 3) & 3
      generator.x[q]! ^= 1
    }
  }

  flip(q: number): void {
    for (const generator of this.generators) if (generator.z[q] === 1) generator.phase ^= 2
  }

  /** Quarter turns about Z: X to Y. */
  turn(q: number, quarters: number): void {
    for (const generator of this.generators) {
      if (generator.x[q] === 0) continue
      generator.phase = (generator.phase + quarters) & 3
      if (quarters % 2 === 1) generator.z[q]! ^= 1
    }
  }

  cz(a: number, b: number): void {
    for (const generator of this.generators) {
      const { x, z } = generator
      if (x[a]! & x[b]!) generator.phase ^= 2
      z[a]! ^= x[b]!
      z[b]! ^= x[a]!
    }
  }

  /** The outcome of Z where it is deterministic, else 0. */
  measure(q: number): 0 | 1 {
    const at = this.generators.findIndex(({ x }) => x[q] === 1)
    if (at === -1) return this.deterministic(q)
    const found = this.generators[at]!
    for (const other of this.generators) if (other !== found && other.x[q] === 1) multiply(other, found)
    const measured = blank(this.qubits)
    measured.z[q] = 1
    this.generators[at] = measured
    return 0
  }

  reset(q: number): void {
    if (this.measure(q) === 1) this.flip(q)
  }

  private deterministic(q: number): 0 | 1 {
    const target = blank(this.qubits)
    target.z[q] = 1
    for (const { generator, column } of this.echelon()) if (bitOf(target, column) === 1) multiply(target, generator)
    return target.phase === 2 ? 1 : 0
  }

  /** Reduced row echelon form over the columns x0..xn z0..zn; the same for every list of generators of one state. */
  private echelon(): { readonly generator: Generator; readonly column: number }[] {
    const rows = this.generators.map(({ x, z, phase }) => ({ x: x.slice(), z: z.slice(), phase }))
    const found: { generator: Generator; column: number }[] = []
    for (let column = 0; column < 2 * this.qubits && found.length < rows.length; column++) {
      const at = rows.findIndex((row, i) => i >= found.length && bitOf(row, column) === 1)
      if (at === -1) continue
      const generator = rows[at]!
      rows[at] = rows[found.length]!
      rows[found.length] = generator
      for (const row of rows) if (row !== generator && bitOf(row, column) === 1) multiply(row, generator)
      found.push({ generator, column })
    }
    return found
  }

  /** Whether both are one state, signs included. */
  equals(other: StabilizerState): boolean {
    const [one, two] = [this.echelon(), other.echelon()]
    return one.every(({ generator: { x, z, phase } }, i) => {
      const match = two[i]?.generator
      return match !== undefined && match.phase === phase && same(match.x, x) && same(match.z, z)
    })
  }
}

const bitOf = ({ x, z }: Generator, column: number): number => (column < x.length ? x[column]! : z[column - x.length]!)

const same = (a: Uint8Array, b: Uint8Array): boolean => a.every((value, i) => value === b[i])
