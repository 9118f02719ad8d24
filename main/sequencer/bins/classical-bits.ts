/** Classical bits of a circuit from the slots of its measurements: the last executed measurement into a bit counts. */
import { type BitPlanes, bitAt } from '../../qec/program/frame'
import type { CircuitProgram } from '../compile/circuit'
import { shotWalk } from './shot-walk'

/** Whether each bit equals the same slot in every shot; otherwise each shot is followed by itself. */
export const isCopied = ({ program, stored }: CircuitProgram): boolean =>
  stored.size === 0 && !program.body.some(step => 'repeat' in step || ('call' in step && step.if !== undefined))

/** Plane c is bit c; bits never written hold 0. What the program itself sets is worked out from the shot's outcomes. */
export function classicalPlanes(compiled: CircuitProgram, planes: BitPlanes): BitPlanes {
  const { clbits } = compiled
  const { shots, stride } = planes
  const data = new Uint8Array(stride * clbits.length)
  const found: BitPlanes = { data, planes: clbits.length, shots, stride }
  if (!isCopied(compiled)) readLastExecuted(compiled, { from: planes, to: found })
  else
    clbits.forEach((slots, clbit) => {
      const last = slots.at(-1)
      if (last !== undefined) data.set(planes.data.subarray(last * stride, (last + 1) * stride), clbit * stride)
    })
  return found
}

/** Follows each shot, as the last executed measurement differs from shot to shot. */
function readLastExecuted(
  { program, clbits, stored }: CircuitProgram,
  { from, to }: { readonly from: BitPlanes; readonly to: BitPlanes },
): void {
  const walk = shotWalk(program)
  const executed = new Uint8Array(program.slots)
  for (let shot = 0; shot < from.shots; shot++) {
    const note = (clbit: number) => {
      to.data[clbit * to.stride + (shot >> 3)]! |= 1 << (shot & 7)
    }
    executed.fill(0)
    walk(slot => bitAt(from, slot, shot), {
      block(slots, taken) {
        if (taken) for (const slot of slots) executed[slot] = 1
      },
      end(registers) {
        for (const [clbit, register] of stored) if (registers[register] === 1) note(clbit)
      },
    })
    clbits.forEach((slots, clbit) => {
      const last = slots.findLast(slot => executed[slot] === 1)
      if (last !== undefined && bitAt(from, last, shot) === 1) note(clbit)
    })
  }
}
