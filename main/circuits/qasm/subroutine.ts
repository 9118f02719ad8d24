import { arrayArgument } from './evaluation/arrays'
import { converted, convertedTo, widthOfType } from './convert'
import { evaluate } from './evaluation/expression'
import { type Exit, type Exits, needNoLoopExit } from './execution/exits'
import { type Place, semantic, unsupported } from './model/diagnostics'
import { CALL_LEVELS } from './model/limits'
import { classicalBits, quantumBits } from './evaluation/operands'
import type { Binding, Program } from './state/program'
import { runBody } from './statements'
import type { Expression, Parameter, Type } from './model/ast'
import { either } from './tables'
import { bitwise, type Value } from './values'

/** Runs a subroutine in place: qubits by reference, classical values as they are now. Null if it returns nothing. */
export function callSubroutine(program: Program, at: Place, name: string, args: readonly Expression[]): Value | null {
  const def = program.need(at, name)
  if (def.kind !== 'def') return semantic(at, `${name} is no subroutine`)
  if (args.length !== def.params.length)
    semantic(at, `${name} takes ${def.params.length} arguments, ${args.length} given`)
  const run = () => {
    const bindings = new Map(def.params.map((param, i) => [param.name, argument(program, param, args[i]!)]))
    return program.isolated(bindings, () => resultOf(program, at, name, def.result, runBody(program, def.body)))
  }
  return program.meter.within(at, run, CALL_LEVELS)
}

/** What the subroutine gives, whichever way it is left. */
function resultOf(program: Program, at: Place, name: string, type: Type | null, exits: Exits): Value | null {
  needNoLoopExit(exits)
  const { ways, isClosed } = exits
  const ended = ways.find(({ kind }) => kind === 'end')
  if (ended) unsupported(ended.at, 'end in a subroutine is not supported: return from it')
  if (type === null || ways.length === 0) return null
  if (!isClosed) semantic(at, `${name} may end without returning a value`)
  const hold = ({ at, value }: Exit) =>
    value ? converted(program, at, type, value) : semantic(at, `${name} returns no value here`)
  const [last, ...others] = ways.toReversed() as [Exit, ...Exit[]]
  return others.reduce(
    (value, way) => narrowed(program, at, either(program.meter, way.at, way.when, hold(way), value)),
    hold(last),
  )
}

const narrowed = (program: Program, at: Place, value: Value): Value =>
  value.kind === 'bits' ? bitwise(value.bits.map(bit => program.recorder.narrowed(at, bit))) : value

function argument(program: Program, parameter: Parameter, arg: Expression): Binding {
  if (parameter.array) return arrayArgument(program, parameter, arg)
  const { name, type } = parameter
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
