import type { Angle } from '../../../contract/jobs/circuit'
import { evaluateInteger, evaluateNumber } from '../evaluation/expression'
import type { Control, GateApplication, GateDefinition, Modifier } from '../model/ast'
import { limitExceeded, type SourceLocation, semanticError } from '../model/diagnostics'
import { MAX_CONTROLS } from '../model/limits'
import type { ProgramState } from '../state/program'
import { checkArguments } from './gate-arguments'

interface PlainGate {
  readonly gate: GateDefinition
  readonly params: readonly Angle[]
  readonly qubits: readonly number[]
}

/** How many controls the modifier adds; 0 for inv and pow. */
function controlsOf(program: ProgramState, at: Modifier): number {
  const { kind, argument } = at
  if (kind === 'inv' || kind === 'pow') return 0
  const count = argument ? evaluateInteger(program, argument, 'the number of controls') : 1
  if (count > MAX_CONTROLS) limitExceeded(at, `more than ${MAX_CONTROLS} controls on one gate`)
  return count >= 1 ? count : semanticError(at, `the number of controls must be at least 1, not ${count}`)
}

/** A gate call with its modifiers: the outermost takes the first qubits as its controls. */
export function modified(
  program: ProgramState,
  at: SourceLocation & { readonly modifiers: readonly Modifier[] },
  { gate, params, qubits }: PlainGate,
): GateApplication {
  const controls: Control[] = []
  const powers: number[] = []
  for (const modifier of at.modifiers) {
    const value = modifier.kind === 'ctrl' ? 1 : 0
    for (let i = controlsOf(program, modifier); i > 0; i--)
      controls.push({ qubit: qubits[controls.length] ?? -1, value })
    if (modifier.kind === 'inv') powers.unshift(-1)
    if (modifier.kind === 'pow') powers.unshift(evaluateNumber(program, modifier.argument!, 'an exponent'))
  }
  if (controls.length > MAX_CONTROLS) limitExceeded(at, `more than ${MAX_CONTROLS} controls on one gate`)
  if (controls.length >= qubits.length && controls.length > 0 && !(gate.kind === 'native' && gate.name === 'gphase'))
    semanticError(
      at,
      `${gate.name} under ${controls.length} controls takes more qubits than the ${qubits.length} given`,
    )
  const application = { gate, params, qubits: qubits.slice(controls.length), controls, powers }
  checkArguments(at, application)
  return application
}
