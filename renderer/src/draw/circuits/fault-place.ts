/** Where a fault of a submit is, in words. */
import type { Fault } from '../../../../main/contract/model/errors'
import { pointerParts } from './circuit-text'

/** Fields that only hold others: what they hold is named without them. */
const HOLDERS = new Set(['circuit', 'text', 'options', 'parameters'])
const WORDS: Readonly<Record<string, string>> = { num_qubits: 'qubits', params: 'angles', names: 'parameters' }

/** `line 3, column 5`, `circuit 2, observable 0, term 1`; empty where the message itself names the row, or nothing is to be said. */
function placeInWords({ pointer, line, column, message }: Fault): string {
  const [first, position, ...rest] = pointerParts(pointer)
  const isInBatch = first === 'circuits' && isNumber(position)
  const within = isInBatch ? rest : pointerParts(pointer)
  const place = line === undefined ? fieldInWords(within, message) : `line ${line}, column ${column ?? 1}`
  return [isInBatch ? `circuit ${Number(position) + 1}` : '', place].filter(part => part !== '').join(', ')
}

const isNumber = (part: string | undefined): boolean => part !== undefined && /^\d+$/.test(part)

/** Numbers in a list go with its name, in the singular. */
function fieldInWords(parts: readonly string[], message: string): string {
  if (parts[0] === 'parameters' && parts[1] === 'rows' && message.startsWith(`row ${parts[2]}`)) return ''
  const words: string[] = []
  for (const part of parts) {
    const last = words.at(-1)
    if (isNumber(part) && last !== undefined) words[words.length - 1] = `${last.replace(/s$/, '')} ${part}`
    else if (!HOLDERS.has(part)) words.push(WORDS[part] ?? part.replaceAll('_', ' '))
  }
  return words.join(', ')
}

export function faultInWords(fault: Fault): string {
  const place = placeInWords(fault)
  return place === '' ? fault.message : `${place}: ${fault.message}`
}

/** Text of a problem before its first fault; the fault is stated with its location. */
export function detailBeforeFaults({
  detail,
  faults,
}: {
  readonly detail: string
  readonly faults: readonly Fault[]
}): string {
  const [first] = faults
  const at = first === undefined ? -1 : detail.indexOf(first.pointer)
  return at < 0 || first!.pointer === '' ? detail : detail.slice(0, at).replace(/: $/, '')
}
