import type { Control, GateApplication } from '../model/ast'
import { limitExceeded, type SourceLocation, semanticError, unsupportedError } from '../model/diagnostics'
import { MAX_CONTROLS } from '../model/limits'
import type { ProgramState } from '../state/program'
import { controlledU, type GateEmitter } from './controlled'
import { collectBody } from './gate-body'
import { refuseEndless } from './least-instructions'
import { U } from './library'
import { eulerAngles } from './matrix-power'
import { emitNative } from './native-gates'
import { oneQubitMatrix } from './one-qubit-matrix'

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
    const emitter = emitterFor(program, at)
    underControls(emitter, controls, ones => {
      emitNative(emitter, { name: gate.name, params, qubits, controls: ones, power: powers[0] ?? 1 })
    })
  })
}

const emitterFor = (program: ProgramState, at: SourceLocation): GateEmitter => ({
  at,
  emit: (name, angles, on) => {
    program.budget.spend(at)
    if (!angles.every(angle => typeof angle === 'string' || Number.isFinite(angle)))
      semanticError(at, `the angles that ${name} takes here are not finite numbers`)
    program.recorder.emit(at, { name, qubits: [...on], ...(angles.length > 0 ? { params: [...angles] } : {}) })
  },
})

/** Calls `run` for a gate whose controls all have to be 1: controls that have to be 0 are flipped before and after. */
function underControls(
  { emit }: GateEmitter,
  controls: readonly Control[],
  run: (ones: readonly number[]) => void,
): void {
  for (const { value, qubit } of controls) if (value === 0) emit('x', [], [qubit])
  run(controls.map(({ qubit }) => qubit))
  for (const { value, qubit } of controls) if (value === 0) emit('x', [], [qubit])
}

/** Emits any powers of a one-qubit gate by its matrix; false for any other gate. */
function applyAsMatrix(program: ProgramState, at: SourceLocation, application: GateApplication): boolean {
  const matrix = oneQubitMatrix(program, at, { ...application, controls: [] })
  if (matrix === null) return false
  const emitter = emitterFor(program, at)
  underControls(emitter, application.controls, ones => {
    controlledU(emitter, eulerAngles(matrix), { controls: ones, target: application.qubits[0]! })
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
