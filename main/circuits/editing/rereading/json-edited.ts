import { MAX_INSTRUCTIONS, type ParametricCircuit, ParametricInstruction } from '../../../contract/jobs/circuit'
import { faultsOfForm } from '../../model/validate'
import { jsonDocument, jsonStep } from '../document/json-document'
import { type JsonValue, jsonSpans } from '../document/json-spans'
import type { CircuitDocument, DrawnStep } from '../document/model'
import { type ChangedStatements, changedStretches } from './change'
import { movedStep } from './moved'

/** The document of a JSON text that differs from the one before only in instructions; null where it has to be read as a whole. */
export function rereadJson(before: CircuitDocument, text: string): CircuitDocument | null {
  const list = before.program && listOf(before)
  const spans = before.steps.map(({ span }) => span)
  const change = list && changedStretches(before.text, text, { spans, ...list })
  if (change === null) return null
  const items = newItems(before, text, change)
  if (items === null) return null
  const { instructions } = before.program!.circuit
  const circuit: ParametricCircuit = {
    ...before.program!.circuit,
    instructions: instructions.toSpliced(change.first, change.last - change.first, ...items.map(item => item.value)),
  }
  if (circuit.instructions.length > MAX_INSTRUCTIONS || faultsOfForm(circuit).length > 0) return null
  return jsonDocument(text, circuit, stepsNow(before.steps, change, items))
}

/** Span between the brackets around the instructions; null without instructions, which locate the brackets. */
function listOf({ text, steps }: CircuitDocument): { readonly start: number; readonly end: number } | null {
  const [first, last] = [steps[0], steps.at(-1)]
  return first && last
    ? { start: text.lastIndexOf('[', first.span.start) + 1, end: text.indexOf(']', last.span.end) }
    : null
}

interface NewItem {
  readonly value: ParametricInstruction
  readonly json: JsonValue
}

/** Placeholder for the instructions beside those that differ. */
const NEIGHBOUR = 'null'

/** The items that replace the changed instructions; null where the text there is no list of instructions. */
function newItems({ steps }: CircuitDocument, text: string, change: ChangedStatements): NewItem[] | null {
  const { first, last, start, endNow } = change
  const [before, behind] = [first > 0 ? NEIGHBOUR : '', last < steps.length ? NEIGHBOUR : '']
  const source = `[${before}${text.slice(start, endNow)}${behind}]`
  const values = jsonList(source)
  if (values === null) return null
  const [from, to] = [before === '' ? 0 : 1, values.length - (behind === '' ? 0 : 1)]
  const read = values.slice(from, to).map(value => ParametricInstruction.safeParse(value))
  if (from > to || read.some(({ success }) => !success)) return null
  const { members } = jsonSpans(source, 3)
  const by = start - before.length - 1
  return read.map(({ data }, i) => ({ value: data!, json: movedValue(members.get(String(from + i))!, by) }))
}

function jsonList(source: string): unknown[] | null {
  try {
    return JSON.parse(source) as unknown[]
  } catch {
    return null
  }
}

const movedValue = ({ start, end, members }: JsonValue, by: number): JsonValue => ({
  start: start + by,
  end: end + by,
  members: new Map([...members].map(([name, value]) => [name, movedValue(value, by)])),
})

function stepsNow(steps: readonly DrawnStep[], change: ChangedStatements, items: readonly NewItem[]): DrawnStep[] {
  const { first, last, end, endNow } = change
  const shift = { from: end, by: endNow - end, instructions: items.length - (last - first) }
  return [
    ...steps.slice(0, first),
    ...items.map(({ value, json }, i) => jsonStep(value, first + i, json)),
    ...steps.slice(last).map((step, i) => movedStep(step, String(first + items.length + i), shift)),
  ]
}
