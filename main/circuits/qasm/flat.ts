import { allBits, notBit, type Unknown } from './bits'
import { applyGate, needFit } from './expand'
import { FlatScanner, SYMBOL } from './flat-scan'
import type { Gate } from './gate'
import type { Lexer } from './lexer'
import type { Program } from './program'
import { isStatementWord } from './statement-words'

const ARROW_HEAD = 62
const NO_PARAMS: number[] = []
/** Characters of a statement behind a condition; a longer one is left to the parser. */
const LONGEST_PLAIN = 1_000

/**
 * A short way for the statements that long programs are made of: `cx q[0], q[1];`, `rz(pi / 4) q[3];`,
 * `measure q[0] -> c[0];` and `c[0] = measure q[0];`, alone or behind `if (c == 1)`, straight from the characters into the circuit, about ten times as
 * fast as through tokens and trees. Whatever is not of this form, or has a fault, is left to the parser untouched.
 */
export class FlatReader {
  private readonly scan: FlatScanner
  /** The register of the last operand; most programs have one. */
  private register = ''
  private indices: readonly number[] = []
  private isConditional = false

  constructor(
    private readonly lexer: Lexer,
    private readonly program: Program,
  ) {
    this.scan = new FlatScanner(lexer.text, () => program.find('pi') === null)
  }

  /**
   * Reads as many plain statements as follow each other at the top of the program. Throws QasmStop where one of them
   * cannot run, having stepped over it.
   */
  read(): void {
    if (!this.program.isGlobal) return
    this.register = ''
    this.scan.at = this.lexer.offset
    for (;;) {
      this.scan.skipBlank()
      const start = this.scan.at
      this.lexer.skipTo(start)
      if (!this.scan.skip(SYMBOL.semicolon) && !this.statement()) return
      this.lexer.skipTo(this.scan.at)
    }
  }

  private statement(): boolean {
    const word = this.scan.word()
    return word === 'if' ? this.conditional() : this.unconditional(word)
  }

  private unconditional(word: string | null): boolean {
    if (word === null) return false
    if (word === 'measure') return this.measure()
    const binding = this.program.find(word)
    if (binding?.kind === 'bits') return this.assigned(binding.cells)
    return binding?.kind === 'gate' && !isStatementWord(word) && this.gate(binding.gate)
  }

  /** `if (c == 3)` or `if (c[0] == 1)` before another plain statement that no else follows. */
  private conditional(): boolean {
    const bit = this.condition()
    if (bit === null || this.mayHaveElse()) return false
    let isPlain = false
    this.program.recorder.when(this.lexer, bit, () => {
      this.isConditional = true
      isPlain = this.unconditional(this.scan.word())
    })
    this.isConditional = false
    return isPlain
  }

  /** The condition, if only the run can tell. */
  private condition(): Unknown | null {
    const word = this.scan.skip(SYMBOL.left) ? this.scan.word() : null
    const binding = word === null ? null : this.program.find(word)
    const cells = binding?.kind === 'bits' ? this.cellsOf(binding.cells) : null
    if (cells === null || !this.scan.skip(SYMBOL.equals) || this.scan.text.charCodeAt(this.scan.at) !== SYMBOL.equals)
      return null
    this.scan.at++
    const value = this.scan.integer()
    if (value === null || !this.scan.skip(SYMBOL.right) || value >= 2 ** cells.length) return null
    const bits = cells.map(cell => this.program.recorder.read(cell))
    const held = bits.map((bit, i) => (Math.floor(value / 2 ** i) % 2 === 1 ? bit : notBit(this.lexer, bit)))
    const all = allBits(this.lexer, held)
    return typeof all === 'object' ? all : null
  }

  private cellsOf(cells: readonly number[]): readonly number[] | null {
    this.scan.skipBlank()
    if (this.scan.text.charCodeAt(this.scan.at) !== SYMBOL.open) return cells
    const cell = this.element(cells)
    return cell === null ? null : [cell]
  }

  /** Seen from the semicolon on; a comment before it could hold another one. */
  private mayHaveElse(): boolean {
    const { text, at } = this.scan
    const rest = text.slice(at, at + LONGEST_PLAIN)
    const end = rest.indexOf(';')
    if (end === -1 || rest.slice(0, end).includes('//')) return true
    this.scan.at = at + end + 1
    this.scan.skipBlank()
    const mayHaveElse = text.startsWith('else', this.scan.at) || text.startsWith('/*', this.scan.at)
    this.scan.at = at
    return mayHaveElse
  }

  private gate(gate: Gate): boolean {
    this.scan.skipBlank()
    const hasParams = this.scan.text.charCodeAt(this.scan.at) === SYMBOL.left
    const params = hasParams ? this.scan.params() : NO_PARAMS
    const qubits = params && this.qubits()
    if (!params || !qubits || !this.scan.skip(SYMBOL.semicolon)) return false
    return gate.kind === 'native' ? this.native(gate, params, qubits) : this.composed(gate, params, qubits)
  }

  private native(gate: Extract<Gate, { kind: 'native' }>, params: number[], qubits: number[]): boolean {
    if (gate.params !== params.length || gate.qubits !== qubits.length || hasTwice(qubits)) return false
    this.program.meter.spend(this.lexer)
    const { name } = gate
    this.program.recorder.emit(this.lexer, params.length > 0 ? { name, qubits, params } : { name, qubits })
    return true
  }

  private composed(gate: Gate, params: number[], qubits: number[]): boolean {
    if (this.isConditional) return false
    const at = { line: this.lexer.line, column: this.lexer.column }
    const application = { gate, params, qubits, controls: [], powers: [] }
    this.lexer.skipTo(this.scan.at)
    needFit(at, application)
    applyGate(this.program, at, application)
    return true
  }

  private measure(): boolean {
    const qubit = this.qubit()
    if (qubit === null || !this.scan.skip(SYMBOL.minus) || this.scan.text.charCodeAt(this.scan.at) !== ARROW_HEAD)
      return false
    this.scan.at++
    const word = this.scan.word()
    const binding = word === null ? null : this.program.find(word)
    const cell = binding?.kind === 'bits' ? this.element(binding.cells) : null
    return cell !== null && this.scan.skip(SYMBOL.semicolon) && this.measured(qubit, cell)
  }

  private assigned(cells: readonly number[]): boolean {
    const cell = this.element(cells)
    if (cell === null || !this.scan.skip(SYMBOL.equals) || this.scan.word() !== 'measure') return false
    const qubit = this.qubit()
    return qubit !== null && this.scan.skip(SYMBOL.semicolon) && this.measured(qubit, cell)
  }

  private measured(qubit: number, cell: number): boolean {
    this.program.meter.spend(this.lexer)
    this.program.recorder.emit(this.lexer, { name: 'measure', qubits: [qubit], clbits: [cell] })
    return true
  }

  private qubits(): number[] | null {
    const qubits: number[] = []
    do {
      const qubit = this.qubit()
      if (qubit === null) return null
      qubits.push(qubit)
    } while (this.scan.skip(SYMBOL.comma))
    return qubits
  }

  private qubit(): number | null {
    const word = this.scan.word()
    if (word === null) return null
    if (word !== this.register) {
      const binding = this.program.find(word)
      if (binding?.kind !== 'qubits') return null
      this.register = word
      this.indices = binding.indices
    }
    return this.element(this.indices)
  }

  private element(of: readonly number[]): number | null {
    if (!this.scan.skip(SYMBOL.open)) return of.length === 1 ? of[0]! : null
    const index = this.scan.integer()
    return index !== null && this.scan.skip(SYMBOL.close) ? (of[index] ?? null) : null
  }
}

const hasTwice = (qubits: readonly number[]): boolean =>
  qubits.length > 1 && qubits.some((qubit, i) => qubits.indexOf(qubit) !== i)
