import { gateNamed } from '../../../contract/gates/gate-table'
import { valueBits } from '../../model/condition-value'
import type { BitComparison } from '../document/compared-bits'
import type { CircuitDocument, CircuitWire } from '../document/model'
import { type GateOperation, namedControls } from './operation'
import { numberOfExpression } from './parameter-value'

/** A statement, or the reason why the notation cannot express it. */
export type Written = { readonly text: string } | { readonly cannot: string }

const cannot = (reason: string): Written => ({ cannot: reason })

/** The operation as a statement in the document's notation. */
export function writeOperation(document: CircuitDocument, wanted: GateOperation): Written {
  if (document.notation === 'json') return writeJson(namedControls(wanted))
  const operation = namedControls(wanted)
  const { controls, qubits, clbits, condition } = operation
  const missing =
    outOfReach(document.qubits, [...controls.map(({ qubit }) => qubit), ...qubits]) ??
    outOfReach(document.clbits, [...clbits, ...(condition?.clbits ?? [])])
  if (missing !== null) return cannot(missing)
  if (document.notation === 'openqasm2' && controls.length > 0)
    return cannot(`OpenQASM 2 has no gate for ${operation.name} under these controls; OpenQASM 3 has`)
  const guard = conditionText(document, condition)
  if (typeof guard === 'object') return guard
  return { text: `${guard}${statementText(document, operation)}` }
}

/** The statement without its condition. */
export function statementText(
  document: CircuitDocument,
  { name, params, controls, qubits, clbits }: GateOperation,
): string {
  const operands = [...controls.map(({ qubit }) => qubit), ...qubits].map(qubit => wireName(document, qubit))
  if (name === 'measure') return measureText(document, operands[0]!, clbits[0]!)
  const modifiers = controls.map(({ value }) => (value === 1 ? 'ctrl @ ' : 'negctrl @ ')).join('')
  const list = params.length > 0 ? `(${params.join(', ')})` : ''
  return `${modifiers}${writtenName(document, name)}${list} ${operands.join(', ')};`
}

/** Why a body cannot act on these wires; null where it can. */
export function outOfReach(wires: readonly CircuitWire[], used: readonly number[]): string | null {
  const missing = used.map(wire => wires[wire]!).find(({ isOutOfReach }) => isOutOfReach)
  if (missing === undefined) return null
  return `${missing.name} is not given to this subroutine: its body acts on its own parameters only.`
}

export const wireName = ({ qubits }: CircuitDocument, qubit: number): string => qubits[qubit]!.name

function measureText(document: CircuitDocument, qubit: string, clbit: number): string {
  const bit = document.clbits[clbit]!.name
  return document.notation === 'openqasm2' ? `measure ${qubit} -> ${bit};` : `${bit} = measure ${qubit};`
}

/** The name that the library of the text's version has for a gate of the table. */
function writtenName({ notation }: CircuitDocument, name: string): string {
  const names = gateNamed(name)?.openqasm
  if (names === undefined) return name
  return (notation === 'openqasm2' ? names.qelib1[0] : (names.written3 ?? names.stdgates[0])) ?? name
}

/** `if (…) ` before a statement; empty without a condition. */
function conditionText(document: CircuitDocument, condition: BitComparison | null): string | Written {
  if (condition === null) return ''
  const register = wholeRegister(document, condition.clbits)
  if (register !== null) return `if (${register} == ${condition.value}) `
  if (document.notation === 'openqasm2')
    return cannot('Conditions of OpenQASM 2 read a whole classical register; OpenQASM 3 reads single bits')
  const values = valueBits(condition.value, condition.clbits.length)
  const terms = condition.clbits.map((clbit, i) => `${document.clbits[clbit]!.name} == ${values[i]}`)
  return `if (${terms.join(' && ')}) `
}

/**
 * Name of the register that has exactly these bits, in order; null where there is none. A register of one bit counts in OpenQASM
 * 2 only.
 */
function wholeRegister({ clbits, notation }: CircuitDocument, wanted: readonly number[]): string | null {
  const first = clbits[wanted[0]!]
  const all = clbits.flatMap((wire, clbit) => (wire.register === first?.register ? [clbit] : []))
  const isWhole = all.length === wanted.length && all.every((clbit, i) => clbit === wanted[i])
  return isWhole && (all.length > 1 || notation === 'openqasm2') ? first!.register : null
}

function writeJson({ name, params, controls, qubits, clbits, condition }: GateOperation): Written {
  if (controls.length > 0) return cannot(`JSON circuits have no gate for ${name} under these controls; OpenQASM 3 has`)
  const angles = params.map(numberOfExpression)
  const wrong = params.find((_, i) => angles[i] === null)
  if (wrong !== undefined) return cannot(`${wrong} is no number`)
  const [only] = condition?.clbits ?? []
  const asked = condition && (condition.clbits.length === 1 ? { clbit: only!, value: condition.value } : condition)
  const instruction = {
    name,
    qubits,
    ...(clbits.length > 0 ? { clbits } : {}),
    ...(angles.length > 0 ? { params: angles } : {}),
    ...(asked ? { condition: asked } : {}),
  }
  return { text: JSON.stringify(instruction) }
}
