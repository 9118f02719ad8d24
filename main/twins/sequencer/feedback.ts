/** Whether the trigger network carries every decision in time, tried on shots with outcomes of many kinds. */
import { createRandom } from '../../simulation/model/random'
import { type ReceivedProgram, type ReceivedStep, Refused } from './chip/received-program'

const TRIALS = 16

/**
 * Outcomes travel `latency_ns` from the end of a measurement. A conditional block, and whatever is played after it, may begin
 * with resets and waits before its outcome is there; a pulse or a readout may not. Throws `Refused`.
 */
export function checkFeedback(program: ReceivedProgram): void {
  if (program.latency_ns === null || !program.steps.some(isConditional)) return
  const random = createRandom(1n)
  for (let trial = 0; trial < TRIALS; trial++) {
    const share = trial === 0 ? 0 : trial === 1 ? 1 : 1 / (1 + (trial % 8)) ** 2
    tryShot(program, program.latency_ns, () => (random.uniform() < share ? 1 : 0))
  }
}

const isConditional = (step: ReceivedStep): boolean => step.kind === 'call' && step.condition !== null

function tryShot({ steps, registers, slots }: ReceivedProgram, latency_ns: number, outcome: () => number): void {
  const value = new Uint8Array(registers)
  const settled = new Float64Array(registers)
  const read = new Uint8Array(slots)
  const arrival = new Float64Array(slots)
  let [clock, gate] = [0, 0]
  for (const step of steps) {
    if (step.kind === 'logic') {
      const { register, slot, other, logic } = step
      const [bit, time] =
        slot !== null ? [read[slot]!, arrival[slot]!] : other !== null ? [value[other]!, settled[other]!] : [0, 0]
      settled[register] = logic === 'zero' || logic === 'one' ? 0 : Math.max(settled[register]!, time)
      value[register] = combined(logic, value[register]!, bit)
    }
    if (step.kind !== 'call') continue
    const { block, condition, base } = step
    if (condition !== null) gate = Math.max(gate, settled[condition]!)
    if (condition !== null && value[condition] === 0) continue
    for (const { op, at_ns } of block.operations)
      if ((op === 'x90' || op === 'cz' || op === 'measure') && clock + at_ns < gate)
        throw new Refused(`-221,"Settings conflict; ${op} at ${at_ns} ns comes before its feedback"`)
    for (const operation of block.operations) {
      if (operation.op !== 'measure') continue
      read[base + operation.slot] = outcome()
      arrival[base + operation.slot] = clock + operation.at_ns + operation.ns + latency_ns
    }
    clock += block.duration_ns
  }
}

export type Logic = Extract<ReceivedStep, { kind: 'logic' }>['logic']

/** A register after the logic, from itself and its source. */
export function combined(logic: Logic, register: number, from: number): number {
  switch (logic) {
    case 'zero':
      return 0
    case 'one':
      return 1
    case 'xor':
      return register ^ from
    case 'or':
      return register | from
    case 'and':
      return register & from
    case 'andnot':
      return register & (from ^ 1)
  }
}
