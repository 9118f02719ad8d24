import { angleOfBits } from '../evaluation/angle'
import { arrayArgument } from '../evaluation/arrays'
import { converted, widthOfType } from '../evaluation/conversion'
import { evaluateFor } from '../evaluation/expression'
import { classicalBits, quantumBits } from '../evaluation/operands'
import type { Expression, Parameter, Type } from '../model/ast'
import { isBounded } from '../model/ast'
import { type SourceLocation, semanticError, unsupportedError } from '../model/diagnostics'
import { CALL_LEVELS } from '../model/limits'
import { selectValue } from '../model/tables'
import { bitsValue, type Value } from '../model/values'
import type { Binding } from '../state/names'
import type { ProgramState, SubroutineCall } from '../state/program'
import { runBody } from './block'
import { checkNoLoopExit, type Exit, type Exits } from './exits'

/**
 * Runs a subroutine in place: qubits and arrays are passed by reference, other values by value. null if it returns
 * nothing.
 */
export function callSubroutine(
  program: ProgramState,
  at: SourceLocation,
  { name, args }: SubroutineCall,
): Value | null {
  const def = program.names.need(at, name)
  if (def.kind !== 'def') return semanticError(at, `${name} is no subroutine`)
  if (args.length !== def.params.length)
    semanticError(at, `${name} takes ${def.params.length} arguments, ${args.length} given`)
  const run = () => {
    const bindings = new Map(def.params.map((param, i) => [param.name, argument(program, param, args[i]!)]))
    program.trace?.called(namesOfQubits(def.params, bindings))
    return program.isolated('subroutines', bindings, () =>
      resultOf(program, at, { name, type: def.result, exits: runBody(program, def.body) }),
    )
  }
  return program.budget.nested(at, run, CALL_LEVELS)
}

/** The names that the body gives to the qubits passed to it, by qubit. */
function namesOfQubits(params: readonly Parameter[], bindings: ReadonlyMap<string, Binding>): Map<number, string> {
  return new Map(
    params.flatMap(({ name, type }) => {
      const binding = bindings.get(name)
      if (binding?.kind !== 'qubits') return []
      return binding.indices.map((qubit, i) => [qubit, type.size === null ? name : `${name}[${i}]`] as const)
    }),
  )
}

/** The value that the subroutine returns, chosen among its exits. */
function resultOf(
  program: ProgramState,
  at: SourceLocation,
  { name, type, exits }: { readonly name: string; readonly type: Type | null; readonly exits: Exits },
): Value | null {
  checkNoLoopExit(exits)
  const { ways, isClosed } = exits
  const ended = ways.find(({ kind }) => kind === 'end')
  if (ended) unsupportedError(ended.at, 'end in a subroutine is not supported: return from it')
  if (type === null || ways.length === 0) return null
  program.names.needsRangeChecks ||= isBounded(type.name, null) || type.size !== null
  if (!isClosed) semanticError(at, `${name} may end without returning a value`)
  const hold = ({ at, value }: Exit) =>
    value ? returnedAs(program, at, { type, value }) : semanticError(at, `${name} returns no value here`)
  const [last, ...others] = ways.toReversed() as [Exit, ...Exit[]]
  return others.reduce(
    (value, way) =>
      narrowed(program, at, selectValue(program.budget, way.at, { when: way.when, yes: hold(way), no: value })),
    hold(last),
  )
}

/** The value in the type of the result, an angle in radians. */
function returnedAs(
  program: ProgramState,
  at: SourceLocation,
  { type, value }: { readonly type: Type; readonly value: Value },
): Value {
  const held = converted(program, at, type, value)
  return type.name === 'angle' && held.kind === 'bits' ? angleOfBits(program.budget, at, held.bits) : held
}

const narrowed = (program: ProgramState, at: SourceLocation, value: Value): Value =>
  value.kind === 'bits'
    ? bitsValue(
        value.bits.map(bit => program.recorder.simplified(at, bit)),
        value.isSigned,
      )
    : value

function argument(program: ProgramState, parameter: Parameter, arg: Expression): Binding {
  if (parameter.array) return arrayArgument(program, parameter, arg)
  const { name, type } = parameter
  const width = widthOfType(program, type)
  if (type.name === 'qubit') {
    const indices = quantumBits(program, arg)
    if (indices.length !== (width ?? 1)) semanticError(arg, `${name} is ${width ?? 1} qubits, ${indices.length} given`)
    return { kind: 'qubits', indices }
  }
  const find = () => classicalBits(program, arg)
  const cells = type.name === 'bit' ? program.inert(arg, 'an index in an argument', find) : null
  if (cells && cells.length !== (width ?? 1)) semanticError(arg, `${name} is ${width ?? 1} bits, ${cells.length} given`)
  const value = evaluateFor(program, { name: type.name, width }, arg)
  return { kind: 'variable', type: type.name, width, isConst: false, conditions: program.conditions, value }
}
