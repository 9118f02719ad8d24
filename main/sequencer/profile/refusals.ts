/** Whether a program fits a sequencer: every limit that it exceeds, by name, with a remedy. */
import { sum } from '../../contract/numbers/arithmetic'
import {
  lengthOf,
  type Operation,
  operationEnd,
  type ProgramBlock,
  qubitsOf,
  type SequencerProgram,
} from '../program/program'
import { playedSteps } from '../program/steps'
import { programText } from '../program/text'
import { shotsPerBatch } from './estimate'
import type { SequencerProfile } from './profile'

export interface Refusal {
  readonly reason:
    | 'grid'
    | 'min_gap'
    | 'acquisition_gap'
    | 'instructions'
    | 'readout_instructions'
    | 'waveform_samples'
    | 'bins'
    | 'program_bytes'
    | 'registers'
    | 'trigger_addresses'
    | 'feedforward'
  readonly message: string
  readonly remedy: string
  readonly value: number
  readonly limit: number
}

const WINDOW_REMEDY = 'take the protocol cyclic-window, which decides at most once a shot'
const FEWER_ROUNDS = 'take fewer rounds'

/** Empty when the sequencer accepts the program. Writes its whole text: call it on threads only. */
export const measuringRefusals = (program: SequencerProgram, profile: SequencerProfile): Refusal[] => [
  ...profileRefusals(program, profile),
  ...textRefusals(program, profile),
]

/** As it is uploaded for its largest batches. */
function textRefusals(program: SequencerProgram, profile: SequencerProfile): Refusal[] {
  const value = programText(program, Math.max(1, shotsPerBatch(program, profile))).length
  return above('program_bytes', {
    what: 'bytes of the program',
    value,
    limit: profile.program_bytes,
    remedy: FEWER_ROUNDS,
  })
}

/**
 * Empty when the profile's memories and times hold the program; the size of its text is not looked at. The program must have been
 * checked.
 */
export function profileRefusals(program: SequencerProgram, profile: SequencerProfile): Refusal[] {
  return [
    ...gridRefusals(program, profile),
    ...memoryRefusals(program, profile),
    ...decisionRefusals(program, profile),
    ...gapRefusals(program, profile),
  ]
}

interface ExceededLimit {
  readonly what: string
  readonly value: number
  readonly limit: number
  readonly remedy: string
}

const above = (reason: Refusal['reason'], { what, value, limit, remedy }: ExceededLimit): Refusal[] =>
  value <= limit ? [] : [{ reason, value, limit, remedy, message: `${what}: ${value}, at most ${limit}` }]

function gridRefusals(program: SequencerProgram, { grid_ns: limit }: SequencerProfile): Refusal[] {
  const { grid_ns: value } = program
  if (value % limit === 0) return []
  const message = `the program's grid of ${value} ns is no multiple of the sequencer's ${limit} ns`
  return [{ reason: 'grid', value, limit, message, remedy: 'compile it for this sequencer' }]
}

function memoryRefusals(program: SequencerProgram, profile: SequencerProfile): Refusal[] {
  const used = lineUse(program, profile)
  const most = (values: Iterable<number>) => Math.max(0, ...values)
  return [
    ...above('instructions', {
      what: 'instructions of one line',
      value: most(used.control.values()),
      limit: profile.instructions,
      remedy: FEWER_ROUNDS,
    }),
    ...above('readout_instructions', {
      what: 'instructions of one readout line',
      value: most(used.readout.values()),
      limit: profile.readout_instructions,
      remedy: FEWER_ROUNDS,
    }),
    ...above('waveform_samples', {
      what: 'samples of the pulses of one line',
      value: most(used.samples.values()),
      limit: profile.waveform_samples,
      remedy: 'shorten the pulses, or take a sequencer with more memory',
    }),
    ...above('bins', { what: 'slots of one shot', value: program.slots, limit: profile.bins, remedy: FEWER_ROUNDS }),
  ]
}

/** Instructions to loop, call, branch and mark. */
const PER_STEP = 4

interface LineUse {
  readonly control: Map<string, number>
  readonly readout: Map<string, number>
  readonly samples: Map<string, number>
}

/** Instructions of each line: one for every pulse and for every wait before one; a wait above the limit takes several. */
function lineUse(program: SequencerProgram, { max_wait_ns }: SequencerProfile): LineUse {
  const control = new Map<string, number>()
  const readout = new Map<string, number>()
  const pulses = new Map<string, Set<string>>()
  const samples = new Map<string, number>()
  const steps = sum(program.body.map(entry => ('repeat' in entry ? entry.body.length + 1 : 1)))
  const lines = new Map(program.lines.map(line => [line.qubit, line]))
  for (const { drive, flux, readout: line } of program.lines) {
    control.set(drive, PER_STEP * steps)
    control.set(flux, PER_STEP * steps)
    readout.set(line, PER_STEP * steps)
  }
  for (const block of program.blocks)
    for (const [line, operations] of byLine(block, lines)) {
      const kind = readout.has(line) ? readout : control
      kind.set(line, kind.get(line)! + instructionsOf(operations, block.duration_ns, max_wait_ns))
      for (const operation of operations) {
        const shape = `${operation.op} ${lengthOf(operation)}${'turns' in operation ? ' half' : ''}`
        const known = pulses.get(line) ?? new Set()
        if (operation.op !== 'vz' && operation.op !== 'delay' && !known.has(shape))
          samples.set(line, (samples.get(line) ?? 0) + lengthOf(operation))
        pulses.set(line, known.add(shape))
      }
    }
  return { control, readout, samples }
}

function instructionsOf(operations: readonly Operation[], duration_ns: number, max_wait_ns: number): number {
  let [at, count] = [0, 0]
  const wait = (ns: number) => Math.ceil(ns / max_wait_ns)
  for (const operation of operations) {
    count += wait(operation.at_ns - at) + 1
    at = operationEnd(operation)
  }
  return count + wait(duration_ns - at)
}

/** Which line plays an operation. A reset is a readout with a pulse where it reads 1. */
function linesOf(operation: Operation, lines: ReadonlyMap<number, SequencerProgram['lines'][number]>): string[] {
  const kind = ({ cz: 'flux', measure: 'readout', reset: 'readout' } as const)[operation.op as 'cz'] ?? 'drive'
  return qubitsOf(operation).map(qubit => lines.get(qubit)![kind])
}

function byLine(
  block: ProgramBlock,
  lines: ReadonlyMap<number, SequencerProgram['lines'][number]>,
): Map<string, Operation[]> {
  const found = new Map<string, Operation[]>()
  for (const operation of block.operations)
    for (const line of linesOf(operation, lines)) {
      const known = found.get(line)
      if (known) known.push(operation)
      else found.set(line, [operation])
    }
  return found
}

function decisionRefusals(program: SequencerProgram, profile: SequencerProfile): Refusal[] {
  const deciding = decidingQubits(program)
  const decides = [...program.body].some(entry => {
    const steps = 'repeat' in entry ? entry.body : [entry]
    return steps.some(step => 'call' in step && step.if !== undefined)
  })
  if (!decides) return []
  const { feedforward_latency_ns: least } = profile
  const latency = program.feedforward_latency_ns ?? 0
  const late: Refusal = {
    reason: 'feedforward',
    value: latency,
    limit: least ?? 0,
    remedy: WINDOW_REMEDY,
    message:
      least === null
        ? 'the sequencer decides nothing within a shot'
        : `the program waits ${latency} ns for an outcome, and the sequencer needs ${least} ns`,
  }
  return [
    ...above('registers', {
      what: 'Boolean registers',
      value: program.registers,
      limit: profile.registers,
      remedy: WINDOW_REMEDY,
    }),
    ...above('trigger_addresses', {
      what: 'qubits whose outcomes decide',
      value: deciding.size,
      limit: profile.trigger_addresses,
      remedy: WINDOW_REMEDY,
    }),
    ...(least === null || latency < least ? [late] : []),
  ]
}

/** Qubits whose outcomes enter registers. */
function decidingQubits(program: SequencerProgram): Set<number> {
  const written = new Map<number, number>()
  const deciding = new Set<number>()
  for (const step of playedSteps(program)) {
    if (step.kind === 'call')
      for (const operation of step.block.operations)
        if (operation.op === 'measure') written.set(step.base + operation.slot, operation.qubit)
    if (step.kind === 'logic' && step.from === 'slot') {
      const qubit = written.get(step.index)
      if (qubit !== undefined) deciding.add(qubit)
    }
  }
  return deciding
}

/** Gaps within every block, and from one block to the next one that is played, whichever were skipped in between. */
function gapRefusals(program: SequencerProgram, profile: SequencerProfile): Refusal[] {
  const lines = new Map(program.lines.map(line => [line.qubit, line]))
  const found: Refusal[] = []
  const check = (limit: number, kind: 'min_gap' | 'acquisition_gap', isCounted: (operation: Operation) => boolean) => {
    const remedy = 'give the operation more time in the device profile'
    const heads = new Map<string, number>()
    const tails = new Map<string, number>()
    const gap = (line: string, ns: number) => {
      if (ns >= limit || found.some(({ reason }) => reason === kind)) return
      const message = `${ns} ns between two operations on line "${line}", at least ${limit} ns are needed`
      found.push({ reason: kind, value: ns, limit, message, remedy })
    }
    for (const block of program.blocks)
      for (const [line, all] of byLine(block, lines)) {
        const starts = all.filter(isCounted).map(({ at_ns }) => at_ns)
        if (starts.length === 0) continue
        for (let i = 1; i < starts.length; i++) gap(line, starts[i]! - starts[i - 1]!)
        heads.set(line, Math.min(heads.get(line) ?? Number.POSITIVE_INFINITY, starts[0]!))
        const tail = block.duration_ns - starts.at(-1)!
        tails.set(line, Math.min(tails.get(line) ?? Number.POSITIVE_INFINITY, tail))
      }
    for (const [line, tail] of tails) gap(line, tail + heads.get(line)!)
  }
  check(profile.min_gap_ns, 'min_gap', isPulse)
  check(profile.acquisition_gap_ns, 'acquisition_gap', ({ op }) => op === 'measure')
  return found
}

const isPulse = (operation: Operation): boolean => operation.op !== 'vz' && lengthOf(operation) > 0
