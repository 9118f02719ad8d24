import { isSameCircuit } from '../../model/same-circuit'
import type { Body, CircuitDocument, DrawnGate, DrawnStep } from '../document/model'
import { statementParts } from '../document/statement-parts'
import { statementTokens } from '../document/tokens'
import { newlineOf } from '../writing/layout'
import { numberText } from '../writing/parameter-value'
import { type TextEdit, withEdits } from '../writing/text-edit'
import { statementText, wireName } from '../writing/write-operation'
import { parameterTexts } from './change'
import { edited, type Outcome, refused } from './outcome'

/**
 * Writes out a statement that stands for several: a broadcast gate by gate, a loop iteration by iteration, a gate of the program
 * by its body, the call of a subroutine by the gates that it makes. Refused, with the reason, where the text cannot be
 * written out or would be another circuit.
 */
export function unrollStep(document: CircuitDocument, step: DrawnStep): Outcome {
  const statements = writtenOut(document, step)
  if (typeof statements === 'string') return refused(statements)
  const lines = statements.join(`${newlineOf(document.text)}${indentOf(document.text, step.span.start)}`)
  const insert = endsInComment(lines) ? lines + newlineOf(document.text) : lines
  const outcome = edited(document, [{ ...step.span, insert }])
  if (outcome.kind === 'refused') return refused(`Written out, this would not be the same: ${outcome.reason}`)
  const [before, after] = [document.program, outcome.document.program]
  const isSame = before === null || (after !== null && isSameCircuit(before.circuit, after.circuit))
  if (isSame) return outcome
  return refused(
    step.box?.kind === 'while'
      ? 'How often this loop runs is known only when the circuit runs: it cannot be written out.'
      : 'Written out, this would not be the same circuit; edit its text.',
  )
}

/** Whether text appended to its last line would be part of a comment. */
function endsInComment(lines: string): boolean {
  const last = statementTokens(lines, { start: 0, end: lines.length }).at(-1)
  return /\/\/[^\n]*$/.test(lines.slice(last?.end ?? 0))
}

const indentOf = (text: string, at: number): string => {
  const start = text.lastIndexOf('\n', at - 1) + 1
  return /^[ \t]*/.exec(text.slice(start, at))![0]
}

/** The statements that replace the step, or the reason why it cannot be written out. */
function writtenOut(document: CircuitDocument, step: DrawnStep): string[] | string {
  const { box, gates } = step
  if (box?.kind === 'for' || box?.kind === 'while') return iterations(document, step, box.bodies[0]!)
  if (box?.kind === 'if') return branches(document, step)
  if (box?.kind === 'subroutine') return callOf(document, step)
  if (box !== null) return 'This statement cannot be written out by itself; edit its text.'
  if (gates.length > 1) return broadcastGates(document, step)
  const definition = document.definitions.find(({ name }) => name === gates[0]?.name)
  return definition ? bodyOf(document, step, definition) : 'This statement stands for one gate already.'
}

/** One statement for each gate of a broadcast: the same modifiers, name and parameters on the qubits of the gate. */
function broadcastGates(document: CircuitDocument, step: DrawnStep): string[] | string {
  const { text } = document
  const parts = statementParts(text, step.core)
  const [open, close] = [text.slice(step.span.start, step.core.start), text.slice(step.core.end, step.span.end)]
  if (parts?.kind === 'gate') {
    const head = text.slice(step.core.start, (parts.parameterList ?? parts.name).end)
    return step.gates.map(gate => `${open}${head} ${operandNames(document, gate)};${close}`)
  }
  const clean = (gate: DrawnGate) => ({ ...gate, params: [], condition: null })
  return step.gates.map(gate => `${open}${statementText(document, clean(gate))}${close}`)
}

const operandNames = (document: CircuitDocument, { controls, qubits }: DrawnGate): string =>
  [...controls.map(({ qubit }) => qubit), ...qubits].map(qubit => wireName(document, qubit)).join(', ')

const LEAVES = ['break', 'continue', 'return', 'end']
const DECLARES = ['bit', 'bool', 'int', 'uint', 'float', 'angle', 'const', 'let', 'array', 'complex']

/** The body once for each iteration; in a `for` loop with the variable replaced by its value in the iteration. */
function iterations(document: CircuitDocument, step: DrawnStep, body: Body): string[] | string {
  if (body.location === null) return 'The body of this loop cannot be found in the text.'
  const span =
    body.location.kind === 'braces' ? { start: body.location.open, end: body.location.close } : body.location.span
  const tokens = statementTokens(document.text, span)
  const leaves = tokens.find(({ text }) => LEAVES.includes(text))
  if (leaves) return `A loop that is left by ${leaves.text} cannot be written out.`
  if (tokens.some(({ text }) => DECLARES.includes(text)))
    return 'A loop that declares names in its body cannot be written out: each iteration would declare them again.'
  const inner = document.text.slice(span.start, span.end).trim()
  if (step.box!.kind === 'while') return body.iterations.map(() => inner)
  const [variable, values] = [loopVariable(document, step), step.box!.values]
  if (values.includes(null)) return 'The iterations of this loop are known only when the circuit runs.'
  return values.map(value => {
    const edits: TextEdit[] = tokens
      .filter(({ kind, text }) => kind === 'name' && text === variable)
      .map(({ start, end }) => ({ start: start - span.start, end: end - span.start, insert: loopValueText(value!) }))
    return withEdits(document.text.slice(span.start, span.end), edits).trim()
  })
}

const loopValueText = (value: number): string => (Number.isInteger(value) ? String(value) : numberText(value))

function loopVariable({ text }: CircuitDocument, { core }: DrawnStep): string {
  const tokens = statementTokens(text, core)
  const at = tokens.findIndex(({ kind, text: word }) => kind === 'name' && word === 'in')
  return tokens[at - 1]?.text ?? ''
}

/** Each statement of the branch under a copy of its condition. */
function branches(document: CircuitDocument, { box, span }: DrawnStep): string[] | string {
  const [then, otherwise] = box!.bodies
  if (otherwise !== undefined) return 'A branch with else cannot be written out as single conditions.'
  const [steps = []] = then!.iterations
  const head = document.text
    .slice(span.start, then!.location?.kind === 'braces' ? then!.location.open - 1 : span.start)
    .trim()
  if (head === '' || steps.length === 0) return 'This branch cannot be found in the text.'
  return steps.map(step => `${head} { ${document.text.slice(step.span.start, step.span.end)} }`)
}

/** The body of a gate with the call's qubits and parameters in place of its own. */
function bodyOf(
  document: CircuitDocument,
  step: DrawnStep,
  definition: CircuitDocument['definitions'][number],
): string[] | string {
  const [gate] = step.gates
  if (gate!.controls.length > 0 || gate!.powers.length > 0)
    return 'A gate under modifiers cannot be written out by its body.'
  if (step.condition !== null) return 'A gate under a condition is written out once the condition is taken away.'
  const params = parameterTexts(document, step)
  const names = new Map([
    ...definition.qubits.map((name, i) => [name, wireName(document, gate!.qubits[i]!)] as const),
    ...definition.params.map((name, i) => [name, `(${params[i]})`] as const),
  ])
  return definition.steps.map(({ span, core }) => {
    const edits = statementTokens(document.text, core)
      .filter(({ kind, text }) => kind === 'name' && names.has(text))
      .map(({ start, end, text }) => ({ start: start - span.start, end: end - span.start, insert: names.get(text)! }))
    return withEdits(document.text.slice(span.start, span.end), edits)
  })
}

/** Statements of the subroutine in this call, gate by gate. */
function callOf(document: CircuitDocument, { box, condition }: DrawnStep): string[] | string {
  if (condition !== null) return 'A call under a condition is written out once the condition is taken away.'
  const steps = box!.bodies.flatMap(({ iterations }) => iterations.flat())
  const gates = steps.flatMap(step => step.gates)
  const isPlain = steps.every(step => step.box === null && step.condition === null)
  if (!isPlain || gates.some(({ powers }) => powers.length > 0))
    return 'A subroutine with loops, branches or powers cannot be written out here; open it, and unroll those first.'
  if (gates.some(({ name, clbits }) => name === 'measure' && document.clbits[clbits[0]!] === undefined))
    return 'A subroutine that measures into bits of its own cannot be written out; edit its text.'
  const written = ({ params, ...gate }: DrawnGate) =>
    statementText(document, { ...gate, condition: null, params: params.map(angleOf) })
  return gates.map(written)
}

const angleOf = (angle: DrawnGate['params'][number]): string => (typeof angle === 'number' ? numberText(angle) : angle)
