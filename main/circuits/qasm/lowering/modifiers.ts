import { evaluateInteger, evaluateNumber } from '../evaluation/expression'
import { needFit } from './gate-expansion'
import { exceeded, type Place, semantic } from '../model/diagnostics'
import type { Application, Control, Gate } from '../gate'
import { MAX_CONTROLS } from '../model/limits'
import type { Program } from '../state/program'
import type { Modifier } from '../model/ast'

interface Plain {
  readonly gate: Gate
  readonly params: readonly number[]
  readonly qubits: readonly number[]
}

/** How many controls the modifier adds; 0 for inv and pow. */
export function controlsOf(program: Program, at: Modifier): number {
  const { kind, argument } = at
  if (kind === 'inv' || kind === 'pow') return 0
  const count = argument ? evaluateInteger(program, argument, 'the number of controls') : 1
  if (count > MAX_CONTROLS) exceeded(at, `more than ${MAX_CONTROLS} controls on one gate`)
  return count >= 1 ? count : semantic(at, `the number of controls must be at least 1, not ${count}`)
}

/** A gate call with its modifiers: the outermost takes the first qubits as its controls. */
export function modified(
  program: Program,
  at: Place & { readonly modifiers: readonly Modifier[] },
  { gate, params, qubits }: Plain,
): Application {
  const controls: Control[] = []
  const powers: number[] = []
  for (const modifier of at.modifiers) {
    const value = modifier.kind === 'ctrl' ? 1 : 0
    for (let i = controlsOf(program, modifier); i > 0; i--)
      controls.push({ qubit: qubits[controls.length] ?? -1, value })
    if (modifier.kind === 'inv') powers.unshift(-1)
    if (modifier.kind === 'pow') powers.unshift(evaluateNumber(program, modifier.argument!, 'an exponent'))
  }
  if (controls.length > MAX_CONTROLS) exceeded(at, `more than ${MAX_CONTROLS} controls on one gate`)
  if (controls.length >= qubits.length && controls.length > 0 && !(gate.kind === 'native' && gate.name === 'gphase'))
    semantic(at, `${gate.name} under ${controls.length} controls takes more qubits than the ${qubits.length} given`)
  const application = { gate, params, qubits: qubits.slice(controls.length), controls, powers }
  needFit(at, application)
  return application
}
