/** Whether a program can be played: strict timing, slots, registers, and decisions that are known in time. */
import { sum } from '../../contract/numbers/arithmetic'
import { decisionFaults } from './decisions'
import type { ProgramFault } from './errors'
import {
  describe,
  lengthOf,
  type Operation,
  operationEnd,
  PROGRAM_LIMITS,
  type ProgramBlock,
  qubitsOf,
  type SequencerProgram,
} from './program'
import { countSteps, type PlayedStep, stepsWithLocations } from './steps'

/** Most faults that are returned: a caller needs the first ones. */
const MAX_FAULTS = 50

/** The first faults, each with its place; empty when the program can be played. */
export function programFaults(program: SequencerProgram): ProgramFault[] {
  const faults = [...lineFaults(program), ...tableFaults(program), ...slotFaults(program)]
  program.blocks.forEach((block, i) => {
    if (faults.length < MAX_FAULTS) faults.push(...blockFaults(block, program, `/blocks/${i}`))
  })
  const steps = countSteps(program)
  if (steps > PROGRAM_LIMITS.steps)
    faults.push({ pointer: '/body', message: `a shot has ${steps} steps, at most ${PROGRAM_LIMITS.steps} are played` })
  return (faults.length === 0 ? bodyFaults(program) : faults).slice(0, MAX_FAULTS)
}

function lineFaults({ lines }: SequencerProgram): ProgramFault[] {
  const qubit = repeatedIn(lines.map(each => each.qubit))
  if (qubit !== undefined) return [{ pointer: '/lines', message: `qubit ${qubit} has lines twice` }]
  return (['drive', 'flux', 'readout'] as const).flatMap(kind => {
    const shared = repeatedIn(lines.map(each => each[kind]))
    return shared === undefined ? [] : [{ pointer: '/lines', message: `${kind} line "${shared}" is of two qubits` }]
  })
}

/** The first value that stands in the list a second time. */
function repeatedIn<T>(values: readonly T[]): T | undefined {
  const seen = new Set<T>()
  return values.find(value => seen.size === seen.add(value).size)
}

function tableFaults({ lines, durations, blocks, idle }: SequencerProgram): ProgramFault[] {
  const known = new Set(lines.map(({ qubit }) => qubit))
  const missing = [
    ...durations.qubits.map(({ qubit }, i) => [qubit, `/durations/qubits/${i}/qubit`] as const),
    ...durations.cz.flatMap(({ qubits }, i) => qubits.map(qubit => [qubit, `/durations/cz/${i}/qubits`] as const)),
    ...idle.map(({ qubit }, i) => [qubit, `/idle/${i}/qubit`] as const),
  ].filter(([qubit]) => !known.has(qubit))
  const name = repeatedIn(blocks.map(block => block.name))
  return [
    ...missing.map(([qubit, pointer]) => ({ pointer, message: `qubit ${qubit} has no lines` })),
    ...(name === undefined ? [] : [{ pointer: '/blocks', message: `two blocks have the name "${name}"` }]),
  ]
}

function slotFaults({ slots, slot_groups }: SequencerProgram): ProgramFault[] {
  const named = sum(slot_groups.map(({ names, times }) => names.length * times))
  return named === slots
    ? []
    : [{ pointer: '/slot_groups', message: `${named} slots are named, but there are ${slots}` }]
}

function blockFaults(block: ProgramBlock, program: SequencerProgram, at: string): ProgramFault[] {
  const faults: ProgramFault[] = []
  const free = new Map<number, number>()
  const lengths = lengthsOf(program)
  const off = (ns: number) => ns % program.grid_ns !== 0
  if (off(block.duration_ns))
    faults.push({ pointer: `${at}/duration_ns`, message: notOnGrid('the block ends', block.duration_ns, program) })
  let last = 0
  for (const [i, operation] of block.operations.entries()) {
    const pointer = `${at}/operations/${i}`
    const add = (message: string) => faults.push({ pointer, message: `${describe(operation)}: ${message}` })
    if (off(operation.at_ns) || off(lengthOf(operation)))
      add(notOnGrid('it begins or ends', off(operation.at_ns) ? operation.at_ns : operationEnd(operation), program))
    if (operation.at_ns < last) add(`it begins at ${operation.at_ns} ns, before the one listed before it (${last} ns)`)
    last = Math.max(last, operation.at_ns)
    if (operationEnd(operation) > block.duration_ns)
      add(`it ends at ${operationEnd(operation)} ns, after its block (${block.duration_ns} ns)`)
    const wrong = lengths(operation)
    if (wrong) add(wrong)
    for (const qubit of qubitsOf(operation)) {
      const until = free.get(qubit) ?? 0
      if (operation.at_ns < until) add(`qubit ${qubit} is busy until ${until} ns`)
      free.set(qubit, Math.max(until, operationEnd(operation)))
    }
    if (faults.length >= MAX_FAULTS) break
  }
  return faults
}

const notOnGrid = (what: string, ns: number, { grid_ns }: SequencerProgram): string =>
  `${what} at ${ns} ns, which is no multiple of the grid of ${grid_ns} ns`

const pairOf = ([a, b]: readonly [number, number]): string => (a < b ? `${a}-${b}` : `${b}-${a}`)

/** Fault of an operation's length, by the program's own table. */
function lengthsOf({ lines, durations }: SequencerProgram): (operation: Operation) => string | null {
  const known = new Set(lines.map(({ qubit }) => qubit))
  const qubits = new Map(durations.qubits.map(entry => [entry.qubit, entry]))
  const pairs = new Map(durations.cz.map(({ qubits: pair, ns }) => [pairOf(pair), ns]))
  return operation => {
    const without = qubitsOf(operation).find(qubit => !known.has(qubit))
    if (without !== undefined) return `qubit ${without} has no lines`
    if (operation.op === 'vz' || operation.op === 'delay') return null
    if (operation.op === 'cz') {
      if (operation.qubits[0] === operation.qubits[1]) return `it needs two qubits, not ${operation.qubits[0]} twice`
      const ns = pairs.get(pairOf(operation.qubits))
      if (ns === undefined) return 'the pair has no CZ'
      return operation.ns >= ns ? null : `it takes ${operation.ns} ns, and the pair's CZ ${ns} ns`
    }
    const entry = qubits.get(operation.qubit)
    if (!entry) return `qubit ${operation.qubit} has no durations`
    const merged = operation.op === 'x90' && operation.merged
    const own = { x90: entry.x90_ns, measure: entry.measure_ns, reset: entry.reset_ns }[operation.op]
    const expected = merged ? 0 : own
    return operation.ns === expected ? null : `it takes ${operation.ns} ns, and ${expected} ns are its length`
  }
}

/** Follows one shot: slots and registers in range, rounds marked as counted, decisions in time. */
function bodyFaults(program: SequencerProgram): ProgramFault[] {
  const faults: ProgramFault[] = []
  let [open, rounds] = [false, 0]
  const written = new Set<number>()
  for (const [step, { pointer }] of stepsWithLocations(program)) {
    const add = (message: string) => faults.push({ pointer, message })
    if (faults.length >= MAX_FAULTS) break
    if (!step) {
      add('it calls a block that the program does not have')
      continue
    }
    rangeFaults(step, program, add)
    if (step.kind === 'call') slotsWritten(step, { written, slots: program.slots, add })
    if (step.kind === 'mark') {
      if ((step.mark === 'round_start') === open) add(`${step.mark} without its counterpart`)
      open = step.mark === 'round_start'
      if (!open) rounds += 1
    }
  }
  if (faults.length === 0 && (open || rounds !== program.rounds))
    faults.push({ pointer: '/rounds', message: `${program.rounds} rounds are declared, ${rounds} are marked` })
  return faults.length > 0 ? faults : decisionFaults(program)
}

function rangeFaults(step: PlayedStep, { registers, slots }: SequencerProgram, add: (message: string) => void): void {
  const registersUsed =
    step.kind === 'call'
      ? step.condition === null
        ? []
        : [step.condition]
      : step.kind === 'mark'
        ? []
        : [step.register, ...(step.kind === 'logic' && step.from === 'register' ? [step.index] : [])]
  for (const register of registersUsed)
    if (register >= registers) add(`register ${register} is none of the ${registers} that the program has`)
  if (step.kind === 'logic' && step.from === 'slot' && step.index >= slots)
    add(`slot ${step.index} is none of the ${slots} that the program has`)
}

type PlayedCall = Extract<PlayedStep, { kind: 'call' }>

/** Notes the slots that a block writes, and reports a slot that is written twice or beyond the last. */
function slotsWritten(
  { block, base }: PlayedCall,
  {
    written,
    slots,
    add,
  }: { readonly written: Set<number>; readonly slots: number; readonly add: (message: string) => void },
): void {
  for (const operation of block.operations) {
    if (operation.op !== 'measure') continue
    const slot = base + operation.slot
    if (slot >= slots) add(`${describe(operation)} writes slot ${slot}, and there are ${slots}`)
    if (written.has(slot)) add(`${describe(operation)} writes slot ${slot}, which is written already`)
    written.add(slot)
  }
}
