import type { Random } from '../model/random'

/** A Pauli with a sign: on each qubit X where only x is 1, Z where only z is, Y where both are. */
interface PauliRow {
  readonly x: Uint8Array
  readonly z: Uint8Array
  sign: number
}

/**
 * Hot loop: once for each qubit of every product of rows. Power of i in the product of two one-qubit Paulis (Aaronson and
 * Gottesman 2004, function g).
 */
function power(x1: number, z1: number, x2: number, z2: number): number {
  if (x1 === 0 && z1 === 0) return 0
  if (x1 === 1 && z1 === 1) return z2 - x2
  return x1 === 1 ? z2 * (2 * x2 - 1) : x2 * (1 - 2 * z2)
}

/** Sets `to` to the product from · to. */
function multiply(to: PauliRow, from: PauliRow): void {
  let i = 2 * (to.sign + from.sign)
  for (let q = 0; q < to.x.length; q++) {
    i += power(from.x[q]!, from.z[q]!, to.x[q]!, to.z[q]!)
    to.x[q]! ^= from.x[q]!
    to.z[q]! ^= from.z[q]!
  }
  to.sign = (((i % 4) + 4) % 4) >> 1
}

const row = (qubits: number): PauliRow => ({ x: new Uint8Array(qubits), z: new Uint8Array(qubits), sign: 0 })

/** The tableau of Aaronson and Gottesman (quant-ph/0406196), one byte a bit: n destabilizers, then n stabilizers. */
export class PlainTableau {
  private readonly rows: PauliRow[]

  constructor(
    private readonly qubits: number,
    private readonly random: Random,
  ) {
    this.rows = Array.from({ length: 2 * qubits }, () => row(qubits))
    for (let q = 0; q < qubits; q++) {
      this.rows[q]!.x[q] = 1
      this.rows[q + qubits]!.z[q] = 1
    }
  }

  h(q: number): void {
    for (const { x, z } of this.signed(r => r.x[q]! & r.z[q]!)) [x[q], z[q]] = [z[q]!, x[q]!]
  }

  s(q: number): void {
    for (const { x, z } of this.signed(r => r.x[q]! & r.z[q]!)) z[q]! ^= x[q]!
  }

  x(q: number): void {
    this.signed(r => r.z[q]!)
  }

  z(q: number): void {
    this.signed(r => r.x[q]!)
  }

  cx(a: number, b: number): void {
    for (const { x, z } of this.signed(r => r.x[a]! & r.z[b]! & (r.x[b]! ^ r.z[a]! ^ 1))) {
      x[b]! ^= x[a]!
      z[a]! ^= z[b]!
    }
  }

  cz(a: number, b: number): void {
    this.h(b)
    this.cx(a, b)
    this.h(b)
  }

  swap(a: number, b: number): void {
    this.cx(a, b)
    this.cx(b, a)
    this.cx(a, b)
  }

  measure(q: number): number {
    const at = this.rows.findIndex((r, i) => i >= this.qubits && r.x[q] === 1)
    return at === -1 ? this.deterministic(q) : this.collapse(q, at)
  }

  private signed(flip: (row: PauliRow) => number): PauliRow[] {
    for (const r of this.rows) r.sign ^= flip(r)
    return this.rows
  }

  /** The outcome where no stabilizer anticommutes with Z. */
  private deterministic(q: number): number {
    const product = row(this.qubits)
    for (let i = 0; i < this.qubits; i++) if (this.rows[i]!.x[q] === 1) multiply(product, this.rows[i + this.qubits]!)
    return product.sign
  }

  private collapse(q: number, at: number): number {
    const found = this.rows[at]!
    for (const r of this.rows) if (r !== found && r.x[q] === 1) multiply(r, found)
    const measured = row(this.qubits)
    measured.z[q] = 1
    measured.sign = this.random.bit()
    this.rows[at - this.qubits] = found
    this.rows[at] = measured
    return measured.sign
  }
}
