/** Whether every outcome is known before what it decides, along paths of every kind through a shot. */
import type { ProgramFault } from './errors'
import { describe, type Operation, operationEnd, type SequencerProgram } from './program'
import { type PlayedStep, stepsWithLocations } from './steps'

/** How often outcomes read 1, in sixteenths: never, always, and so that decisions fall in every place. */
const DENSITIES = [0, 16, 1, 2, 4, 8, 12, 1, 2, 3, 1, 2] as const

/** Outcomes from a linear congruential generator (Numerical Recipes), so that the paths are the same every time. */
function outcomes(density: number, seed: number): () => 0 | 1 {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state >>> 28 < density ? 1 : 0
  }
}

/**
 * After an `if`, taken or not, pulses and readouts may begin only once the outcomes that it rests on are known; resets, waits and
 * changes of frame may before. A violation lies between two blocks that follow one another, so that a dozen paths show it.
 */
export function decisionFaults(program: SequencerProgram): ProgramFault[] {
  const conditional = program.body.some(entry =>
    ('repeat' in entry ? entry.body : [entry]).some(step => 'call' in step && step.if !== undefined),
  )
  if (!conditional) return []
  if (program.feedforward_latency_ns === null)
    return [
      {
        pointer: '/feedforward_latency_ns',
        message: 'a step decides within a shot, and the device has no feed-forward',
      },
    ]
  for (const [i, density] of DENSITIES.entries()) {
    const fault = pathFault(program, outcomes(density, i + 1))
    if (fault) return [fault]
  }
  return []
}

function pathFault(program: SequencerProgram, outcome: () => 0 | 1): ProgramFault | null {
  const path = new Path(program, outcome)
  for (const [step, { pointer }] of stepsWithLocations(program)) {
    const message = step && path.follow(step)
    if (message) return { pointer, message }
  }
  return null
}

class Path {
  private now = 0
  private known = 0
  private readonly registers: Uint8Array
  private readonly settled: Float64Array
  private readonly bits: Uint8Array
  private readonly arrival: Float64Array

  constructor(
    private readonly program: SequencerProgram,
    private readonly outcome: () => 0 | 1,
  ) {
    this.registers = new Uint8Array(program.registers)
    this.settled = new Float64Array(program.registers)
    this.bits = new Uint8Array(program.slots)
    this.arrival = new Float64Array(program.slots)
  }

  follow(step: PlayedStep): string | null {
    if (step.kind === 'set') {
      this.registers[step.register] = step.value
      this.settled[step.register] = 0
    }
    if (step.kind === 'logic') this.combine(step)
    return step.kind === 'call' ? this.call(step) : null
  }

  private combine({ logic, register, from, index }: Extract<PlayedStep, { kind: 'logic' }>): void {
    const [bit, time] =
      from === 'slot' ? [this.bits[index]!, this.arrival[index]!] : [this.registers[index]!, this.settled[index]!]
    const own = this.registers[register]!
    this.registers[register] = { xor: own ^ bit, or: own | bit, and: own & bit, andnot: own & (bit ^ 1) }[logic]
    this.settled[register] = Math.max(this.settled[register]!, time)
  }

  private call({ block, condition, base }: Extract<PlayedStep, { kind: 'call' }>): string | null {
    if (condition !== null) this.known = Math.max(this.known, this.settled[condition]!)
    if (condition !== null && this.registers[condition] === 0) return null
    const early = block.operations.find(each => isPlayed(each) && this.now + each.at_ns < this.known)
    for (const operation of block.operations) {
      if (operation.op !== 'measure') continue
      this.bits[base + operation.slot] = this.outcome()
      this.arrival[base + operation.slot] = this.now + operationEnd(operation) + this.program.feedforward_latency_ns!
    }
    const by = early ? this.known - this.now - early.at_ns : 0
    this.now += block.duration_ns
    return early
      ? `${describe(early)} of block "${block.name}" begins ${by} ns before the outcome that decides it is known`
      : null
  }
}

const isPlayed = ({ op }: Operation): boolean => op === 'x90' || op === 'cz' || op === 'measure'
