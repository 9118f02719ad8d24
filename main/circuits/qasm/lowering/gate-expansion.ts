import { countedNoun } from '../../../contract/numbers/number-text'
import type { Control, GateApplication } from '../model/ast'
import { limitExceeded, type SourceLocation, semanticError, unsupportedError } from '../model/diagnostics'
import { MAX_CONTROLS } from '../model/limits'
import type { ProgramState } from '../state/program'
import { controlledU, type Emit } from './controlled'
import { collectBody } from './gate-body'
import { refuseEndless } from './least-instructions'
import { U } from './library'
import { eulerAngles, oneQubitMatrix } from './matrix-power'
import { emitNative } from './native-gates'

/** The powers, joined where possible: an integer power multiplies the power inside it, a fractional one stays apart. */
function reduced(powers: readonly number[]): number[] {
  const apart: number[] = []
  for (const power of powers) {
    const inner = apart.at(-1) ?? 1
    if (inner === 1 || Number.isInteger(power)) apart.splice(-1, 1, inner * power)
    else apart.push(power)
  }
  return apart.filter(power => power !== 1)
}

/** Puts a gate into the circuit: opens bodies and passes powers and controls on to the native gates in them. */
export function expandGate(program: ProgramState, at: SourceLocation, application: GateApplication): void {
  program.budget.nested(at, () => {
    const { gate, qubits, params, controls } = application
    if (gate.kind === 'opaque')
      return unsupportedError(at, `${gate.name} is opaque: the program does not say what it does; define it by gate`)
    if (controls.length > MAX_CONTROLS) limitExceeded(at, `more than ${MAX_CONTROLS} controls on one gate`)
    if (gate === U && controls.length > 0 && params[0] !== 0)
      program.controlledU ??= { line: at.line, column: at.column }
    const powers = reduced(application.powers)
    if (gate.kind === 'composite') return applyBody(program, at, { ...application, powers })
    if (powers.length > 1) {
      if (!applyAsMatrix(program, at, { ...application, powers }))
        unsupportedError(at, 'a fractional power of a power is not supported')
      return
    }
    underControls(program, at, controls, (emit, ones) => {
      emitNative(emit, at, { name: gate.name, params, qubits, controls: ones, power: powers[0] ?? 1 })
    })
  })
}

/** Calls `run` for a gate whose controls all have to be 1: controls that have to be 0 are flipped before and after. */
function underControls(
  program: ProgramState,
  at: SourceLocation,
  controls: readonly Control[],
  run: (emit: Emit, ones: readonly number[]) => void,
): void {
  const emit: Emit = (name, angles, on) => {
    program.budget.spend(at)
    if (!angles.every(angle => typeof angle === 'string' || Number.isFinite(angle)))
      semanticError(at, `the angles that ${name} takes here are not finite numbers`)
    program.recorder.emit(at, { name, qubits: [...on], ...(angles.length > 0 ? { params: [...angles] } : {}) })
  }
  for (const { value, qubit } of controls) if (value === 0) emit('x', [], [qubit])
  run(
    emit,
    controls.map(({ qubit }) => qubit),
  )
  for (const { value, qubit } of controls) if (value === 0) emit('x', [], [qubit])
}

/** Emits any powers of a one-qubit gate by its matrix; false for any other gate. */
function applyAsMatrix(program: ProgramState, at: SourceLocation, application: GateApplication): boolean {
  const matrix = oneQubitMatrix(program, at, { ...application, controls: [] })
  if (matrix === null) return false
  underControls(program, at, application.controls, (emit, ones) => {
    controlledU(emit, eulerAngles(matrix), { controls: ones, target: application.qubits[0]! })
  })
  return true
}

function applyBody(program: ProgramState, at: SourceLocation, application: GateApplication): void {
  const { gate, params, qubits, controls, powers } = application
  if (gate.kind !== 'composite') return
  refuseEndless(at, { ...gate, powers, recorded: program.recorder.instructions.length })
  const body = collectBody(program, at, { gate, params, qubits })
  const [power = 1] = powers
  if (powers.length > 1 || !Number.isInteger(power)) {
    if (body.length !== 1 && applyAsMatrix(program, at, application)) return
    const only =
      body.length === 1 ? body[0]! : unsupportedError(at, `a fractional power of ${gate.name} is not supported`)
    expandGate(program, at, {
      ...only,
      controls: [...controls, ...only.controls],
      powers: [...only.powers, ...powers],
    })
    return
  }
  const steps = power < 0 ? body.toReversed() : body
  for (let time = 0; time < Math.abs(power); time++) {
    program.budget.spend(at)
    for (const step of steps)
      expandGate(program, at, {
        ...step,
        controls: [...controls, ...step.controls],
        powers: power < 0 ? [...step.powers, -1] : step.powers,
      })
  }
}

/** The checks of a gate call: numbers of qubits and parameters, and no qubit twice among qubits and controls. */
export function checkArguments(at: SourceLocation, { gate, params, qubits, controls }: GateApplication): void {
  if (gate.kind === 'opaque') return
  const [wantedParams, wantedQubits] =
    gate.kind === 'native' ? [gate.params, gate.qubits] : [gate.params.length, gate.qubits.length]
  if (params.length !== wantedParams)
    semanticError(at, `${gate.name} takes ${countedNoun(wantedParams, 'parameter')}, ${params.length} given`)
  if (qubits.length !== wantedQubits)
    semanticError(at, `${gate.name} takes ${countedNoun(wantedQubits, 'qubit')}, ${qubits.length} given`)
  checkDistinct(at, gate.name, [...qubits, ...controls.map(({ qubit }) => qubit)])
}

function checkDistinct(at: SourceLocation, name: string, qubits: readonly number[]): void {
  if (new Set(qubits).size !== qubits.length) semanticError(at, `${name} names one qubit twice`)
}
