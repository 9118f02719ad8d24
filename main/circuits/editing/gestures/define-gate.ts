import { gateNamed } from '../../../contract/gates/gate-table'
import { isFreeName, isFreeNameInText } from '../../model/identifiers'
import { isSameCircuit } from '../../model/same-circuit'
import type { Span } from '../../qasm/model/diagnostics'
import type { CircuitDocument, DrawnGate, DrawnStep } from '../document/model'
import { statementParts } from '../document/statement-parts'
import { closingBracket, statementTokens } from '../document/tokens'
import type { OneQubitMatrix } from '../matrix/one-qubit-matrix'
import { rotationAngles } from '../matrix/rotation-angles'
import { behind, newlineOf } from '../writing/layout'
import { angleText } from '../writing/parameter-value'
import type { TextEdit } from '../writing/text-edit'
import { wireName } from '../writing/write-operation'
import { headEdit } from './insert'
import { edited, type Outcome, refused } from './outcome'
import { removalEdits } from './remove'
import { outermost } from './scope'

/** Defines a gate from plain steps of the outermost list and puts a call of it in their place. */
export function gateFromSteps(document: CircuitDocument, steps: readonly DrawnStep[], name: string): Outcome {
  const reason = cannotDefine(document, steps, name)
  if (reason !== null) return refused(reason)
  const order = new Set(steps)
  const inOrder = document.steps.filter(step => order.has(step))
  const wires = [...new Set(inOrder.flatMap(({ qubits }) => qubits))].sort((a, b) => a - b)
  const names = new Map(wires.map((wire, i) => [wire, `q${i}`]))
  const body = inOrder.map(step => annotationsOf(document, step) + onNames(document, step, names)).join(' ')
  const head = `${name}${parametersOf(document, inOrder)}`
  const definition = `gate ${head} ${[...names.values()].join(', ')} { ${body} }`
  const call = `${head} ${wires.map(wire => wireName(document, wire)).join(', ')};`
  return firstSame(document, { inOrder, definition, call })
}

/**
 * The inputs and variables that the steps name, as parameters of the gate: its body sees only constants and gates of the program.
 * Where an integer would be divided otherwise as an angle, the circuit changes, which `firstSame` refuses.
 */
function parametersOf({ text, program }: CircuitDocument, steps: readonly DrawnStep[]): string {
  const named = namesIn(text, steps)
  const given = [...(program?.inputs ?? []), ...variablesOf(text)].filter(name => named.has(name))
  return given.length === 0 ? '' : `(${[...new Set(given)].join(', ')})`
}

const NUMBER_TYPES = new Set(['angle', 'bool', 'float', 'int', 'uint'])

/** Names of the variables that the text declares as numbers, in its order; neither inputs nor constants. */
function variablesOf(text: string): string[] {
  const tokens = statementTokens(text, { start: 0, end: text.length })
  return tokens.flatMap(({ text: word }, at) => {
    if (!NUMBER_TYPES.has(word) || ['const', 'input'].includes(tokens[at - 1]?.text ?? '')) return []
    const behindType = tokens[at + 1]?.text === '[' ? closingBracket(tokens, at + 1) + 1 : at + 1
    const declared = tokens[behindType]
    return declared?.kind === 'name' ? [declared.text] : []
  })
}

/** Defines a gate on one qubit by its matrix, without a call of it. */
export function gateFromMatrix(document: CircuitDocument, name: string, matrix: OneQubitMatrix): Outcome {
  const reason = cannotName(document, name)
  if (reason !== null) return refused(reason)
  const { theta, phi, lambda, phase } = rotationAngles(matrix)
  const rotation = `U(${[theta, phi, lambda].map(angleText).join(', ')}) q0;`
  // OpenQASM 2 has no global phases, and no controls under which they would matter.
  const whole = document.notation === 'openqasm2' || angleText(phase) === '0' ? '' : `gphase(${angleText(phase)}); `
  return edited(document, [headEdit(document, [`gate ${name} q0 { ${whole}${rotation} }`])])
}

interface Replacement {
  readonly inOrder: readonly DrawnStep[]
  readonly definition: string
  readonly call: string
}

/** Puts the call in place of the last of the steps, else of the first; refused where both change the circuit. */
function firstSame(document: CircuitDocument, { inOrder, definition, call }: Replacement): Outcome {
  for (const anchor of [inOrder.at(-1)!, inOrder[0]!]) {
    const edits: TextEdit[] = [
      definitionEdit(document, inOrder, definition),
      ...removalEdits(
        document,
        outermost(document),
        inOrder.filter(step => step !== anchor),
      ),
      { ...anchor.span, insert: call },
    ]
    const outcome = edited(document, edits)
    if (outcome.kind === 'refused') return outcome
    const [was, is] = [document.program, outcome.document.program]
    if (was !== null && is !== null && isSameCircuit(was.circuit, is.circuit)) return outcome
  }
  return refused('Other gates stand between these on their wires: a gate of its own would change their order.')
}

/** Inserts the definition after those of the gates and constants that it names, else in the head of the text. */
function definitionEdit(document: CircuitDocument, steps: readonly DrawnStep[], definition: string): TextEdit {
  const { text, definitions } = document
  const called = new Set(steps.flatMap(({ gates }) => gates.map(({ name }) => name)))
  const before = [
    ...definitions.filter(({ name }) => called.has(name)).map(({ span }) => span),
    ...constantsOf(text, namesIn(text, steps)),
  ].sort((one, other) => one.end - other.end)
  return before.length > 0 ? behind(text, before.at(-1)!, [definition]) : headEdit(document, [definition])
}

const namesIn = (text: string, steps: readonly DrawnStep[]): ReadonlySet<string> =>
  new Set(steps.flatMap(({ core }) => statementTokens(text, core).map(token => token.text)))

/** The declarations of these constants. */
function constantsOf(text: string, names: ReadonlySet<string>): Span[] {
  const tokens = statementTokens(text, { start: 0, end: text.length })
  return tokens.flatMap(({ text: word, start }, at) => {
    if (word !== 'const') return []
    const equals = tokens.findIndex((token, later) => later > at && token.text === '=')
    const end = tokens.find((token, later) => later > equals && token.text === ';')?.end
    return equals > 0 && end !== undefined && names.has(tokens[equals - 1]!.text) ? [{ start, end }] : []
  })
}

function cannotName(document: CircuitDocument, name: string): string | null {
  if (document.notation === 'json') return 'JSON circuits have no gates of their own; write the circuit as OpenQASM.'
  const isTaken = !canDeclare(document, name) || document.definitions.some(one => one.name === name)
  return isTaken ? `${name} cannot name a gate here.` : null
}

function cannotDefine(document: CircuitDocument, steps: readonly DrawnStep[], name: string): string | null {
  const reason = cannotName(document, name)
  if (reason !== null) return reason
  if (steps.length === 0) return 'Select the gates that it is to be made of.'
  if (steps.some(step => !document.steps.includes(step)))
    return 'Gates in a box cannot become a gate; unroll the box first.'
  const wrong = steps.find(({ gates, box, condition }) => box !== null || condition !== null || !gates.every(isUnitary))
  return wrong ? 'Only gates can become a gate: no measurements, resets, conditions or loops.' : null
}

function isUnitary({ name }: DrawnGate): boolean {
  const row = gateNamed(name)
  return name === 'barrier' || row === null || row.matrix !== undefined
}

/** The annotations of a step, on lines of their own: each runs to the end of its line. */
function annotationsOf({ text }: CircuitDocument, { span, core }: DrawnStep): string {
  const annotations = text.slice(span.start, core.start).trim()
  const newline = newlineOf(text)
  return annotations === '' ? '' : `${newline}${annotations}${newline}`
}

/** The statements of a step on the gate's own qubits; a broadcast is written gate by gate. */
function onNames(document: CircuitDocument, { core, gates }: DrawnStep, names: ReadonlyMap<number, string>): string {
  const { text } = document
  const parts = statementParts(text, core)!
  if (parts.kind === 'barrier') return `barrier ${gates[0]!.qubits.map(qubit => names.get(qubit)).join(', ')};`
  const head = parts.kind === 'gate' ? text.slice(core.start, (parts.parameterList ?? parts.name).end) : ''
  return gates
    .map(({ controls, qubits }) => [...controls.map(({ qubit }) => qubit), ...qubits].map(qubit => names.get(qubit)))
    .map(operands => `${head} ${operands.join(', ')};`)
    .join(' ')
}

/** Whether the notation allows the name; does not check whether it is in use. */
export const canDeclare = ({ notation }: CircuitDocument, name: string): boolean =>
  notation === 'openqasm3' ? isFreeNameInText(name) : isFreeName(name)

/** Every token of the text that is this name. */
export function nameTokens(text: string, name: string) {
  return statementTokens(text, { start: 0, end: text.length }).filter(
    ({ kind, text: word }) => kind === 'name' && word === name,
  )
}
