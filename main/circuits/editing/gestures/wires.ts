import type { ParametricCircuit, ParametricInstruction, Register } from '../../../contract/jobs/circuit'
import { isSameCircuit } from '../../model/same-circuit'
import type { Span } from '../../qasm/model/diagnostics'
import type { CircuitDocument, CircuitWire, DrawnStep } from '../document/model'
import { statementTokens, withoutAnnotations } from '../document/tokens'
import { behind } from '../writing/layout'
import type { TextEdit } from '../writing/text-edit'
import { canDeclare, nameTokens } from './define-gate'
import { headEdit } from './insert'
import { changeJsonWires, onWires, type Renumber } from './json-wires'
import { edited, type Outcome, refused } from './outcome'

export type WireKind = Register['kind']
const wiresOf = (document: CircuitDocument, kind: WireKind): readonly CircuitWire[] =>
  kind === 'qubit' ? document.qubits : document.clbits
const PHYSICAL = 'Physical qubits are not declared: they are what the statements name.'

/** Adds a wire at the end of the register, or a new register where there is none of that name. */
export function addWire(document: CircuitDocument, kind: WireKind, register: string): Outcome {
  const wires = wiresOf(document, kind).filter(wire => wire.register === register)
  if (register === '$') return refused(PHYSICAL)
  if (wires.length === 0) return addRegister(document, { name: register, kind, size: 1 })
  if (document.notation === 'json') return changeJsonWires(document, { kind, register, change: 'grow' })
  return resize(document, wires, wires.length + 1)
}

/** Adds a register after the last declaration of its kind. */
export function addRegister(document: CircuitDocument, { name, kind, size }: Register): Outcome {
  const { notation, qubits, clbits } = document
  if (!canDeclare(document, name) || [...qubits, ...clbits].some(({ register }) => register === name))
    return refused(`${name} cannot name a register here.`)
  if (notation === 'json') return changeJsonWires(document, { kind, register: name, change: 'add', size })
  if (qubits.some(({ register }) => register === '$')) return refused(PHYSICAL)
  const word = notation === 'openqasm2' ? (kind === 'qubit' ? 'qreg' : 'creg') : kind
  const text = notation === 'openqasm2' ? `${word} ${name}[${size}];` : `${word}[${size}] ${name};`
  const last = wiresOf(document, kind).at(-1)?.declaration ?? [...clbits, ...qubits].at(0)?.declaration
  return edited(document, [last ? behind(document.text, last, [text]) : headEdit(document, [text])])
}

/** Writes another size into the declaration. */
function resize(document: CircuitDocument, wires: readonly CircuitWire[], size: number): Outcome {
  const { declaration, register } = wires[0]!
  if (declaration === null) return refused(`The declaration of ${register} cannot be found in the text.`)
  const designator = sizeIn(document, declaration)
  if (designator === 'expression') return refused(`The size of ${register} is an expression; edit its declaration.`)
  if (designator !== null) return edited(document, [{ ...designator, insert: String(size) }])
  return resizeSingle(document, wires[0]!, size)
}

/** The number between the brackets of a declaration; `expression` where it is no plain number, null without brackets. */
function sizeIn({ text }: CircuitDocument, declaration: Span): Span | 'expression' | null {
  const tokens = statementTokens(text, withoutAnnotations(text, declaration))
  const open = tokens.findIndex(token => token.text === '[')
  if (open === -1) return null
  const [size, close] = [tokens[open + 1], tokens[open + 2]]
  return size?.kind === 'number' && close?.text === ']' ? { start: size.start, end: size.end } : 'expression'
}

/** `qubit[2] a;` replaces `qubit a;`, and `a[0]` replaces `a` wherever it is named. */
function resizeSingle(document: CircuitDocument, { declaration, register }: CircuitWire, size: number): Outcome {
  const tokens = statementTokens(document.text, withoutAnnotations(document.text, declaration!))
  const word = tokens[0]!
  const uses = nameTokens(document.text, register).filter(({ start }) => start > declaration!.end)
  return edited(document, [
    { start: word.end, end: word.end, insert: `[${size}]` },
    ...uses.map(({ start, end }) => ({ start, end, insert: `${register}[0]` })),
  ])
}

/** Takes a wire that nothing acts on out of its register; those behind it move up by one. */
export function removeWire(document: CircuitDocument, kind: WireKind, index: number): Outcome {
  const wires = wiresOf(document, kind)
  const wire = wires[index]
  if (wire === undefined) return refused('There is no such wire.')
  const users = document.steps.filter(step => (kind === 'qubit' ? step.qubits : step.clbits).includes(index))
  const isPlain = users.every(({ gates }) => gates.length > 0 && gates.every(({ name }) => name === 'barrier'))
  const inUse = refused(
    users.length === 1
      ? `${wire.name} is in use by one step: remove that first.`
      : `${wire.name} is in use by ${users.length} steps: remove them first.`,
  )
  if (!isPlain) return inUse
  if (document.notation === 'json')
    return changeJsonWires(document, { kind, register: wire.register, change: 'remove', index })
  const all = wires.filter(({ register }) => register === wire.register)
  if (all.length === 1) return removeRegister(document, wire)
  const order = all.map(({ position }) => position).filter(position => position !== wire.position)
  const indices = reindexed(document, wire, new Map(order.map((was, is) => [was, is])))
  if (typeof indices === 'string') return refused(indices)
  const outcome = withSize(document, all, indices)
  // A barrier may name it by itself.
  return outcome.kind === 'refused' && users.length > 0 ? inUse : outcome
}

function removeRegister(document: CircuitDocument, { register, declaration }: CircuitWire): Outcome {
  if (declaration === null) return refused(`The declaration of ${register} cannot be found in the text.`)
  const uses = nameTokens(document.text, register).filter(
    ({ start, end }) => start > declaration.end || end < declaration.start,
  )
  if (uses.length > 0) return refused(`${register} is still named in the text: remove those statements first.`)
  return edited(document, [{ ...declaration, insert: '' }])
}

function withSize(document: CircuitDocument, wires: readonly CircuitWire[], indices: readonly TextEdit[]): Outcome {
  const designator = sizeIn(document, wires[0]!.declaration!)
  if (designator === null || designator === 'expression')
    return refused(`The size of ${wires[0]!.register} is an expression; edit its declaration.`)
  return edited(document, [...indices, { ...designator, insert: String(wires.length - 1) }])
}

/** Exchanges two wires of one register, with all that acts on them. */
export function swapWires(document: CircuitDocument, kind: WireKind, [a, b]: readonly [number, number]): Outcome {
  const [one, other] = [wiresOf(document, kind)[a], wiresOf(document, kind)[b]]
  if (one === undefined || other === undefined) return refused('There is no such wire.')
  if (one.register !== other.register)
    return refused('Wires change places within their register; move the declarations in the text.')
  if (document.notation === 'json')
    return changeJsonWires(document, { kind, register: one.register, change: 'swap', wires: [a, b] })
  const map = new Map([
    [one.position, other.position],
    [other.position, one.position],
  ])
  const indices = reindexed(document, one, map)
  if (typeof indices === 'string') return refused(indices)
  const outcome = edited(document, indices)
  const on = exchange(kind, [a, b])
  if (outcome.kind === 'refused' || isExchanged(document, outcome.document, on)) return outcome
  return refused(`${one.register} is named as a whole where the order of its wires counts.`, orderedStep(document, on))
}

/** Whether the circuit is the same with the two wires exchanged; true where one of the texts has no program. */
function isExchanged({ program: was }: CircuitDocument, { program: is }: CircuitDocument, on: WireMap): boolean {
  if (was === null || is === null) return true
  const through = (circuit: ParametricCircuit, { qubit, bit }: WireMap): ParametricCircuit => ({
    ...circuit,
    instructions: circuit.instructions.map(one => inOrder(onWires(one, qubit, bit))),
  })
  return isSameCircuit(through(was.circuit, on), through(is.circuit, { qubit: stay, bit: stay }))
}

interface WireMap {
  readonly qubit: Renumber
  readonly bit: Renumber
}

const stay: Renumber = index => index

function exchange(kind: WireKind, [a, b]: readonly [number, number]): WireMap {
  const other: Renumber = index => (index === a ? b : index === b ? a : index)
  return kind === 'qubit' ? { qubit: other, bit: stay } : { qubit: stay, bit: other }
}

/** A barrier is the same in whatever order it names its wires. */
const inOrder = (one: ParametricInstruction): ParametricInstruction =>
  one.name === 'barrier' ? { ...one, qubits: one.qubits.toSorted((a, b) => a - b) } : one

/** Id of a statement that stands for several gates and would differ with the wires exchanged; null where there is none. */
function orderedStep({ steps }: CircuitDocument, { qubit, bit }: WireMap): string | null {
  const isOrdered = ({ gates }: DrawnStep) => {
    const there = new Set(gates.map(({ qubits, clbits }) => JSON.stringify([qubits, clbits])))
    return !gates.every(({ qubits, clbits }) => there.has(JSON.stringify([qubits.map(qubit), clbits.map(bit)])))
  }
  return steps.find(step => step.gates.length > 1 && isOrdered(step))?.id ?? null
}

/** Edits that give new indices to a register; or the reason why an index cannot be rewritten. */
function reindexed(
  document: CircuitDocument,
  { register, declaration }: CircuitWire,
  map: ReadonlyMap<number, number>,
) {
  const tokens = statementTokens(document.text, { start: declaration!.end, end: document.text.length })
  const edits: TextEdit[] = []
  for (const [at, { kind, text }] of tokens.entries()) {
    if (kind !== 'name' || text !== register || tokens[at + 1]?.text !== '[') continue
    const [number, close] = [tokens[at + 2], tokens[at + 3]]
    if (number?.kind !== 'number' || close?.text !== ']')
      return `${register} is indexed by an expression; edit the text, or unroll the loop first.`
    const now = map.get(Number(number.text))
    if (now !== undefined && now !== Number(number.text))
      edits.push({ start: number.start, end: number.end, insert: String(now) })
  }
  return edits
}

/** Renames a register everywhere in the text. */
export function renameRegister(document: CircuitDocument, from: string, to: string): Outcome {
  const { notation, qubits, clbits, definitions } = document
  const all = [...qubits, ...clbits]
  if (!all.some(({ register }) => register === from) || from === '$') return refused(`There is no register ${from}.`)
  if (!canDeclare(document, to) || all.some(({ register }) => register === to))
    return refused(`${to} cannot name a register here.`)
  const kind = qubits.some(({ register }) => register === from) ? 'qubit' : 'bit'
  if (notation === 'json') return changeJsonWires(document, { kind, register: from, change: 'rename', to })
  const inGate = (at: number) =>
    definitions.some(
      ({ span, qubits: own, params }) => span.start < at && at < span.end && [...own, ...params].includes(from),
    )
  const uses = nameTokens(document.text, from).filter(({ start }) => !inGate(start))
  return edited(
    document,
    uses.map(({ start, end }) => ({ start, end, insert: to })),
  )
}
