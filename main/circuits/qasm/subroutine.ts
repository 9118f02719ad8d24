import { convertedTo, widthOfType } from './convert'
import { evaluate } from './evaluate'
import { type Place, semantic } from './fault'
import { CALL_LEVELS } from './limits'
import { classicalBits, quantumBits } from './operands'
import type { Binding, Program } from './program'
import { needInside, runBody } from './statements'
import type { Expression, Parameter } from './syntax'
import type { Value } from './values'

/** Runs a subroutine in place: qubits by reference, classical values as they are now. Null if it returns nothing. */
export function callSubroutine(program: Program, at: Place, name: string, args: readonly Expression[]): Value | null {
  const def = program.need(at, name)
  if (def.kind !== 'def') return semantic(at, `${name} is no subroutine`)
  if (args.length !== def.params.length)
    semantic(at, `${name} takes ${def.params.length} arguments, ${args.length} given`)
  const run = () => {
    const bindings = new Map(def.params.map((param, i) => [param.name, argument(program, param, args[i]!)]))
    const outcome = program.calling(bindings, () => runBody(program, def.body))
    needInside(at, outcome)
    return outcome.kind === 'return' ? outcome.value : null
  }
  return program.meter.within(at, run, CALL_LEVELS)
}

function argument(program: Program, { name, type }: Parameter, arg: Expression): Binding {
  const width = widthOfType(program, type)
  if (type.name === 'qubit') {
    const indices = quantumBits(program, arg)
    if (indices.length !== (width ?? 1)) semantic(arg, `${name} is ${width ?? 1} qubits, ${indices.length} given`)
    return { kind: 'qubits', indices }
  }
  const find = () => classicalBits(program, arg)
  const cells = type.name === 'bit' ? program.inert(arg, 'an index in an argument', find) : null
  if (cells && cells.length !== (width ?? 1)) semantic(arg, `${name} is ${width ?? 1} bits, ${cells.length} given`)
  const value = convertedTo(program.meter, arg, type.name, width, evaluate(program, arg))
  return { kind: 'variable', type: type.name, width, isConst: false, conditions: program.conditions, value }
}
