/** Whether the trigger network can carry every decision in time, on the shortest path through the program. */
import { Refused, type ReceivedProgram } from './received-program'

/**
 * Outcomes travel `latency_ns` from the end of a measurement. A conditional block, and whatever follows it, may begin with
 * resets and waits before its outcome is there; a pulse or a readout may not. Throws `Refused`.
 */
export function checkFeedback({ steps, latency_ns, registers, slots }: ReceivedProgram): void {
  if (latency_ns === null) return
  const arrival = new Float64Array(slots)
  const settled = new Float64Array(registers)
  let [clock, gate] = [0, 0]
  for (const step of steps) {
    if (step.kind === 'mark') continue
    if (step.kind === 'logic') {
      const own = step.logic === 'zero' || step.logic === 'one' ? 0 : settled[step.register]!
      const from = step.slot !== null ? arrival[step.slot]! : step.other !== null ? settled[step.other]! : 0
      settled[step.register] = Math.max(own, from)
      continue
    }
    const { block, condition, base } = step
    if (condition !== null) gate = Math.max(gate, settled[condition]!)
    // A skipped block takes no time; its own outcomes are counted back from where it would have ended.
    const origin = condition === null ? clock : clock - block.duration_ns
    for (const operation of block.operations) {
      const pulsed = operation.op === 'x90' || operation.op === 'cz' || operation.op === 'measure'
      if (pulsed && clock + operation.at_ns < gate)
        throw new Refused(`-221,"Settings conflict; ${operation.op} at ${operation.at_ns} ns comes before its feedback"`)
      if (operation.op === 'measure')
        arrival[base + operation.slot] = origin + operation.at_ns + operation.ns + latency_ns
    }
    if (condition === null) clock += block.duration_ns
  }
}
