import { traceQasm } from '../../qasm/read'

/** The value of an expression of constants, in radians: `pi/2` is 1.5707963…; null where it is none, or not finite. */
export function numberOfExpression(expression: string): number | null {
  const plain = Number(expression)
  if (expression.trim() !== '' && Number.isFinite(plain)) return plain
  if (/[;{}@"]/.test(expression)) return null
  const { trace, faults } = traceQasm(`OPENQASM 3.0;\nqubit q;\nU((${expression}\n), 0.0, 0.0) q;`)
  const value = trace.statements.at(-1)?.applications[0]?.params[0]
  return faults.length === 0 && typeof value === 'number' && Number.isFinite(value) ? value : null
}

/** The shortest digits that read back to the same number, with a point, so that OpenQASM 2 takes it for a real one. */
export function numberText(value: number): string {
  const text = Object.is(value, -0) ? '0.0' : String(value)
  return /^-?[0-9]+(e|$)/.test(text) ? text.replace(/^-?[0-9]+/, '$&.0') : text
}
