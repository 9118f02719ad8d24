/** Exact statistics of programs on one qubit: its Bloch vector, carried through every operation. */
import { type DecayModel, untwirled } from '../noise/transform'
import type { FrameOp } from '../program/frame'
import type { Sign, SignedProgram } from './reference-signs'

type Bloch = readonly [number, number, number]

const ZERO: Bloch = [0, 0, 1]

const turned = ([x, y, z]: Bloch, pauli: Sign['pauli']): Bloch =>
  pauli === 'X' ? [x, -y, -z] : pauli === 'Y' ? [-x, y, -z] : [-x, -y, z]

/** Probabilities of a Pauli error. */
type PauliChances = Pick<Extract<FrameOp, { op: 'pauli1' }>, 'px' | 'py' | 'pz'>

const afterPaulis = ([x, y, z]: Bloch, { px, py, pz }: PauliChances): Bloch => [
  x * (1 - 2 * (py + pz)),
  y * (1 - 2 * (px + pz)),
  z * (1 - 2 * (px + py)),
]

const damped = ([x, y, z]: Bloch, gamma: number): Bloch => {
  const left = Math.sqrt(1 - gamma)
  return [x * left, y * left, z * (1 - gamma) + gamma]
}

function noisy(on: Bloch, op: Extract<FrameOp, { op: 'pauli1' }>, decay: DecayModel): Bloch {
  const exact = op.idle && decay === 'exact' ? untwirled(op) : null
  return exact ? afterPaulis(damped(on, exact.gamma), { px: 0, py: 0, pz: exact.pz }) : afterPaulis(on, op)
}

/** The gates alone, as the noiseless reference run sees them. */
function ideal(on: Bloch, op: FrameOp): Bloch {
  const [x, y, z] = on
  switch (op.op) {
    case 'reset':
      return ZERO
    case 'h':
      return [z, -y, x]
    case 's':
      return op.inverse ? [y, -x, z] : [-y, x, z]
    case 'pauli1':
    case 'pauli':
      return on
    default:
      throw new RangeError(`${op.op} is not an operation of one qubit without conditions`)
  }
}

function after(on: Bloch, op: FrameOp, decay: DecayModel): Bloch {
  if (op.op === 'reset') return [0, 0, 1 - 2 * op.flip]
  if (op.op === 'pauli1') return noisy(on, op, decay)
  if (op.op === 'pauli')
    return afterPaulis(on, {
      px: op.x && !op.z ? 1 : 0,
      py: op.x && op.z ? 1 : 0,
      pz: op.z && !op.x ? 1 : 0,
    })
  return ideal(on, op)
}

/**
 * Probability that the program's last operation, a measurement, records other than its noiseless run would; waiting decays
 * exactly or as its Pauli twirl, as `decay` says. Throws a RangeError for anything but one qubit measured once, at the end.
 */
export function exactFailure({ program, signs }: SignedProgram, decay: DecayModel): number {
  const { qubits, ops } = program
  const last = ops.at(-1)
  if (qubits !== 1 || last?.op !== 'measure')
    throw new RangeError('not a program on one qubit that ends in its measurement')
  let [state, reference] = [ZERO, ZERO]
  for (const [i, op] of ops.entries()) {
    for (const { at, pauli } of signs)
      if (at === i) [state, reference] = [turned(state, pauli), turned(reference, pauli)]
    if (op !== last) [state, reference] = [after(state, op, decay), ideal(reference, op)]
  }
  const wrong = (1 - state[2] * reference[2]) / 2
  return wrong * (1 - last.flip) + (1 - wrong) * last.flip
}
