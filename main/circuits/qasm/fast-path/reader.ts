import type { Instruction } from '../../../contract/jobs/circuit'
import { checkArguments } from '../lowering/gate-arguments'
import { expandGate } from '../lowering/gate-expansion'
import type { GateDefinition } from '../model/ast'
import type { Bit } from '../model/bits'
import { isStatementWord } from '../parser/keywords'
import type { Lexer } from '../parser/lexer'
import type { ProgramState } from '../state/program'
import { FastConditions } from './condition'
import { FastScanner, SYMBOL_CODE } from './scanner'

const ARROW_HEAD = 62
const NO_PARAMS: number[] = []
/** Statements of a branch; a longer one is left to the parser, which says how long is too long. */
const LONGEST_BRANCH = 1_000

/** A statement that has been read and not run yet: where it stands, and what it puts into the circuit. */
interface ReadInstruction {
  readonly offset: number
  readonly instruction: Instruction
}
interface Operands {
  readonly params: number[]
  readonly qubits: number[]
}

/**
 * A short way for the statements that long programs are made of: `cx q[0], q[1];`, `rz(pi / 4) q[3];`,
 * `measure q[0] -> c[0];` and `c[0] = measure q[0];`, alone or in the branches of `if (c == 1)`, in braces or not,
 * straight from the characters into the circuit, about ten times as fast as through tokens and trees. A statement that
 * is not of this form, or has a fault, is left to the parser untouched.
 */
export class FastReader {
  private readonly scan: FastScanner
  private readonly conditions: FastConditions
  /** The register of the last operand; most programs have one. */
  private register = ''
  private indices: readonly number[] = []

  constructor(
    private readonly lexer: Lexer,
    private readonly program: ProgramState,
    /** Whether an if may have an else: not in OpenQASM 2. */
    private readonly canElse: boolean,
  ) {
    this.scan = new FastScanner(lexer.text, () => program.names.find('pi') === null)
    this.conditions = new FastConditions(this.scan, program, lexer)
  }

  /**
   * Reads the plain statements that follow each other at the top of the program. Throws StatementError where one of
   * them cannot run; the lexer then stands behind it, unless the error is final.
   */
  read(): void {
    if (!this.program.names.isGlobal) return
    this.register = ''
    this.scan.at = this.lexer.offset
    for (;;) {
      this.scan.skipBlank()
      const start = this.scan.at
      this.lexer.skipTo(start)
      if (!this.scan.skip(SYMBOL_CODE.semicolon) && !this.statement()) return
      this.lexer.skipTo(this.scan.at)
    }
  }

  private statement(): boolean {
    const word = this.scan.word()
    return word === 'if' ? this.conditional() : this.unconditional(word)
  }

  private unconditional(word: string | null): boolean {
    const binding = word === null ? null : this.program.names.find(word)
    if (binding?.kind === 'gate' && binding.gate.kind !== 'native')
      return !isStatementWord(word!) && this.composed(binding.gate)
    const instruction = this.instruction(word)
    if (instruction === null) return false
    this.run(instruction)
    return true
  }

  private run(instruction: Instruction): void {
    this.program.budget.spend(this.lexer)
    this.program.recorder.emit(this.lexer, instruction)
  }

  /** The statement as the one instruction that it is: a gate of the circuit model or a measurement of one qubit. */
  private instruction(word: string | null): Instruction | null {
    if (word === null) return null
    if (word === 'measure') return this.measure()
    const binding = this.program.names.find(word)
    if (binding?.kind === 'bits') return this.assigned(binding.cells)
    return binding?.kind === 'gate' && !isStatementWord(word) ? this.gate(binding.gate) : null
  }

  /** `if (c == 3)`, `if (c[0] == 1)` or `if (c[0])` with branches of plain statements; all is read before any runs. */
  private conditional(): boolean {
    const condition = this.conditions.read()
    const then = condition && this.branch()
    const otherwise = then && this.otherwise()
    if (!condition || !then || !otherwise) return false
    try {
      this.runBranch(condition.holds, then)
      if (otherwise.length > 0) this.runBranch(condition.fails, otherwise)
    } finally {
      this.lexer.skipTo(this.scan.at)
    }
    return true
  }

  private runBranch(bit: Bit, steps: readonly ReadInstruction[]): void {
    this.program.recorder.when(this.lexer, bit, () => {
      for (const { offset, instruction } of steps) {
        this.lexer.skipTo(offset)
        this.run(instruction)
      }
    })
  }

  /** The statements of `else`, none without one; null where they are not plain, or a comment may hide the `else`. */
  private otherwise(): readonly ReadInstruction[] | null {
    const end = this.scan.at
    this.scan.skipBlank()
    const word = this.scan.text.startsWith('else', this.scan.at) ? this.scan.word() : null
    if (word === 'else') return this.canElse ? this.branch() : null
    const isUnclear = this.scan.text.startsWith('/*', this.scan.at)
    this.scan.at = end
    return isUnclear ? null : []
  }

  private branch(): readonly ReadInstruction[] | null {
    if (!this.scan.skip(SYMBOL_CODE.begin)) {
      const step = this.step()
      return step && [step]
    }
    const steps: ReadInstruction[] = []
    while (!this.scan.skip(SYMBOL_CODE.end)) {
      const step = steps.length < LONGEST_BRANCH ? this.step() : null
      if (step === null) return null
      steps.push(step)
    }
    return steps
  }

  private step(): ReadInstruction | null {
    this.scan.skipBlank()
    const offset = this.scan.at
    const instruction = this.instruction(this.scan.word())
    return instruction && { offset, instruction }
  }

  private gate(gate: GateDefinition): Instruction | null {
    if (gate.kind !== 'native') return null
    const call = this.operands()
    if (!call || gate.params !== call.params.length || gate.qubits !== call.qubits.length || hasTwice(call.qubits))
      return null
    const { name } = gate
    const { params, qubits } = call
    return params.length > 0 ? { name, qubits, params } : { name, qubits }
  }

  private composed(gate: GateDefinition): boolean {
    const call = this.operands()
    if (call === null) return false
    const at = { line: this.lexer.line, column: this.lexer.column }
    const application = { gate, ...call, controls: [], powers: [] }
    this.lexer.skipTo(this.scan.at)
    checkArguments(at, application)
    expandGate(this.program, at, application)
    return true
  }

  /** Reads the operands after the name of a gate, up to the semicolon. */
  private operands(): Operands | null {
    this.scan.skipBlank()
    const hasParams = this.scan.text.charCodeAt(this.scan.at) === SYMBOL_CODE.left
    const params = hasParams ? this.scan.params() : NO_PARAMS
    const qubits = params && this.qubits()
    return params && qubits && this.scan.skip(SYMBOL_CODE.semicolon) ? { params, qubits } : null
  }

  private measure(): Instruction | null {
    const qubit = this.qubit()
    if (qubit === null || !this.scan.skip(SYMBOL_CODE.minus) || this.scan.text.charCodeAt(this.scan.at) !== ARROW_HEAD)
      return null
    this.scan.at++
    const word = this.scan.word()
    const binding = word === null ? null : this.program.names.find(word)
    const cell = binding?.kind === 'bits' ? this.element(binding.cells) : null
    return cell === null ? null : this.measured(qubit, cell)
  }

  private assigned(cells: readonly number[]): Instruction | null {
    const cell = this.element(cells)
    if (cell === null || !this.scan.skip(SYMBOL_CODE.equals) || this.scan.word() !== 'measure') return null
    const qubit = this.qubit()
    return qubit === null ? null : this.measured(qubit, cell)
  }

  private measured(qubit: number, cell: number): Instruction | null {
    return this.scan.skip(SYMBOL_CODE.semicolon) ? { name: 'measure', qubits: [qubit], clbits: [cell] } : null
  }

  private qubits(): number[] | null {
    const qubits: number[] = []
    do {
      const qubit = this.qubit()
      if (qubit === null) return null
      qubits.push(qubit)
    } while (this.scan.skip(SYMBOL_CODE.comma))
    return qubits
  }

  private qubit(): number | null {
    const word = this.scan.word()
    if (word === null) return null
    if (word !== this.register) {
      const binding = this.program.names.find(word)
      if (binding?.kind !== 'qubits') return null
      this.register = word
      this.indices = binding.indices
    }
    return this.element(this.indices)
  }

  private element(of: readonly number[]): number | null {
    if (!this.scan.skip(SYMBOL_CODE.open)) return of.length === 1 ? of[0]! : null
    const index = this.scan.integer()
    return index !== null && this.scan.skip(SYMBOL_CODE.close) ? (of[index] ?? null) : null
  }
}

const hasTwice = (qubits: readonly number[]): boolean =>
  qubits.length > 1 && qubits.some((qubit, i) => qubits.indexOf(qubit) !== i)
