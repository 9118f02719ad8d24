import { convertedTo, evaluate, widthOfType } from './evaluate'
import { type Place, semantic, unsupported } from './fault'
import { classicalBits, quantumBits } from './operands'
import type { Binding, Program } from './program'
import { runBody } from './statements'
import type { Expression, Parameter } from './syntax'
import type { Value } from './values'

/** Runs a subroutine in place: qubits by reference, classical values as they are now. Null if it returns nothing. */
export function callSubroutine(program: Program, at: Place, name: string, args: readonly Expression[]): Value | null {
  const def = program.need(at, name)
  if (def.kind !== 'def') return semantic(at, `${name} is no subroutine`)
  if (args.length !== def.params.length)
    semantic(at, `${name} takes ${def.params.length} arguments, ${args.length} given`)
  return program.meter.within(at, () => {
    const bindings = new Map(def.params.map((param, i) => [param.name, argument(program, param, args[i]!)]))
    if (program.conditions > 0 && def.body.some(({ kind }) => kind === 'return'))
      unsupported(at, `calling ${name}, which returns a value, where a measurement decides is not supported`)
    const outcome = program.isolated(bindings, () => runBody(program, def.body))
    return outcome.kind === 'return' ? outcome.value : null
  })
}

function argument(program: Program, { name, type }: Parameter, arg: Expression): Binding {
  const width = widthOfType(program, type)
  if (type.name === 'qubit') {
    const indices = quantumBits(program, arg)
    if (indices.length !== (width ?? 1)) semantic(arg, `${name} is ${width ?? 1} qubits, ${indices.length} given`)
    return { kind: 'qubits', indices }
  }
  const cells = type.name === 'bit' ? classicalBits(program, arg) : null
  if (cells && cells.length !== (width ?? 1)) semantic(arg, `${name} is ${width ?? 1} bits, ${cells.length} given`)
  const value = convertedTo(arg, type.name, width, evaluate(program, arg))
  return { kind: 'variable', type: type.name, width, isConst: false, conditions: program.conditions, value }
}
