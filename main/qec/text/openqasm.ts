/** Frame programs as OpenQASM 3, every condition included. Noise has no place in the language and is left out. */
import type { FrameOp, FrameProgram } from '../program/frame'
import { letterOf } from './unconditional-path'

/**
 * Bits are `c[i]`, registers `r[i]`; the language starts both undefined, so the text sets what it reads before. `comments`:
 * lines of the head, without `//`. No program changes a register under a mask, so register lines never stand in an `if`.
 */
export function openqasmText(
  { qubits, bits, registers, ops }: Omit<FrameProgram, 'inputs'>,
  comments: readonly string[],
): string {
  const lines: string[] = []
  let indent = ''
  for (const op of ops) {
    if (op.op !== 'mask') {
      lines.push(...linesOf(op).map(line => indent + line))
      continue
    }
    if (indent !== '') lines.push('}')
    if (op.reg !== null) lines.push(`if (r[${op.reg}]) {`)
    indent = op.reg === null ? '' : '  '
  }
  return [
    'OPENQASM 3.0;',
    ...comments.map(line => `// ${line}`),
    'include "stdgates.inc";',
    `qubit[${qubits}] q;`,
    `bit[${bits}] c = "${'0'.repeat(bits)}";`,
    ...(registers > 0 ? [`bit[${registers}] r = "${'0'.repeat(registers)}";`] : []),
    ...lines,
    ...(indent === '' ? [] : ['}']),
    '',
  ].join('\n')
}

const COMBINED = { xor: '^ ', or: '| ', and: '& ', andnot: '& ~' } as const

function linesOf(op: FrameOp): string[] {
  switch (op.op) {
    case 'reset':
      return [`reset q[${op.q}];`]
    case 'h':
      return [`h q[${op.q}];`]
    case 's':
      return [`${op.inverse ? 'sdg' : 's'} q[${op.q}];`]
    case 'cz':
      return [`cz q[${op.a}], q[${op.b}];`]
    case 'pauli':
      return letterOf(op) === null ? [] : [`${letterOf(op)!.toLowerCase()} q[${op.q}];`]
    case 'pauli1':
      return pulseLines(op)
    case 'measure':
      return [`c[${op.bit}] = measure q[${op.q}];`]
    case 'set':
      return [`r[${op.reg}] = ${op.value};`]
    case 'xor':
    case 'or':
    case 'and':
    case 'andnot':
      return [`r[${op.reg}] = r[${op.reg}] ${COMBINED[op.op]}${op.from === 'bit' ? 'c' : 'r'}[${op.index}];`]
    default:
      return []
  }
}

/**
 * A decoupling pulse with its waits: pulses of a sequence without waits between would cancel, and a compiler might drop
 * them.
 */
function pulseLines({ q, pulse }: Extract<FrameOp, { op: 'pauli1' }>): string[] {
  if (!pulse) return []
  const wait = (ns: number) => (ns > 0 ? [`delay[${Math.round(ns * 1_000) / 1_000}ns] q[${q}];`] : [])
  return [...wait(pulse.before_ns), `${pulse.gate.toLowerCase()} q[${q}];`, ...wait(pulse.after_ns)]
}
