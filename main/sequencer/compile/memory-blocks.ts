/** Blocks of an encoded experiment, each made when a step first calls it. */
import { sum } from '../../contract/numbers/arithmetic'
import type { MemoryExperiment } from '../../qec/experiment/memory'
import type { Segment } from '../../qec/model/round'
import { checkBit } from '../../qec/program/extra-planes'
import { gatesTo, turnToX } from '../../qec/program/transversal-gates'
import { undecided } from '../../qec/schedule/decision'
import type { DdSequence } from '../../qec/schedule/decoupling'
import { SequencerError } from '../program/errors'
import type { Operation, ProgramBlock, ProgramStep } from '../program/program'
import { type Expected, REGISTER } from './logic'
import type { CliffordGate } from './pulses'
import { byStart, lengthOfAll, segmentBlock } from './segment-block'
import { type CompileTarget, delays, preparation, readout } from './target'

/** The memory experiment without its noise. */
export type Memory = Omit<MemoryExperiment, 'rates'>

export interface MemoryOptions {
  readonly shots: number
  readonly target: CompileTarget
  /** Decoupling sequence of `compiled`; null: none. */
  readonly sequence: DdSequence | null
  /** See `referenceOf`; all 0 unless given. */
  readonly expected?: Expected | undefined
}

/** Gates that are played at the start of an extraction, by site. */
export type Turns = ReadonlyMap<number, readonly (readonly CliffordGate[])[]>

/** Where the outcomes, flags and repeated outcomes of a round begin among its slots. */
export const OFFSETS = { a: 0, f: 4, s: 8 } as const
const roundSlot = (bit: string): number => OFFSETS[bit[0] as 'a'] + Number(bit[1])

/** How a step calls a block: only where a register is 1, and with its slots shifted. */
export interface BlockCall {
  readonly if?: number
  readonly slot_offset?: number
}

interface SegmentTiming {
  readonly start_ns?: number
  /** Whether it is played once a decision is known. */
  readonly known?: boolean
  readonly turns?: Turns | undefined
  readonly slot?: (bit: string) => number
}

interface ChecksKind {
  /** Whether a repeat may follow. */
  readonly isDecided: boolean
  /** Whether the checks carry the turns to the state, as no extraction before them did. */
  readonly turnsState: boolean
}

export class MemoryBlocks {
  private readonly made = new Map<string, ProgramBlock>()
  /** Nanoseconds from the end of a segment until its decision is known. */
  private readonly rest_ns: number

  constructor(
    private readonly memory: Memory,
    private readonly options: MemoryOptions,
  ) {
    this.rest_ns = memory.compiled.decision?.rest_ns ?? 0
  }

  /** Blocks called so far, in the order of their first calls. */
  all(): ProgramBlock[] {
    return [...this.made.values()]
  }

  /** The state, by single-qubit gates on data qubits. */
  prepare(): ProgramStep {
    return this.pulses('prepare', preparation(this.data, this.memory.state, this.options.target))
  }

  attempt(how: BlockCall): ProgramStep {
    const { segment } = this.memory.preparation!
    return this.call('attempt', () => this.segment('attempt', segment, { known: true, slot: checkBit }), how)
  }

  /** Flagged extraction k, whatever the one before it showed. */
  undecided(k: number, slot_offset: number, turns?: Turns): ProgramStep {
    const segment = undecided(this.memory.compiled.flagged[k]!)
    const name = turns ? `flagged${k}-first` : `flagged${k}`
    const timing = { start_ns: this.startOf(k), known: turns !== undefined, turns }
    return this.call(name, () => this.segment(name, segment, timing), { slot_offset })
  }

  /** Flagged extraction k up to its decision. Extraction 0 is run in every shot, the others where ACTIVE is 1. */
  decided(k: number, slot_offset: number, turns?: Turns): ProgramStep {
    const name = `decided${k}${turns ? '-first' : ''}`
    const segment = this.memory.compiled.flagged[k]!
    const make = () => this.segment(name, segment, { start_ns: this.startOf(k), known: true, turns })
    return this.call(name, make, { slot_offset, ...(k === 0 ? {} : { if: REGISTER.ACTIVE }) })
  }

  /** The unflagged extraction of all four generators. */
  repeat(how: BlockCall): ProgramStep {
    return this.call('repeat', () => this.segment('repeat', this.memory.compiled.repeat, { known: true }), how)
  }

  /** No step where there is nothing to wait for. */
  wait(name: string, ns: number, condition?: number): ProgramStep[] {
    if (ns === 0) return []
    const operations = this.data.flatMap(site => delays(site, { at_ns: 0, ns, target: this.options.target }))
    const make = (): ProgramBlock => ({ name, duration_ns: ns, operations: byStart(operations) })
    return [this.call(name, make, condition === undefined ? {} : { if: condition })]
  }

  /** Waits until the last decision is known. */
  rest(condition?: number): ProgramStep[] {
    return this.wait('rest', this.rest_ns, condition)
  }

  /** Reads every data qubit in its basis. */
  read(slot_offset: number): ProgramStep {
    const { basis } = this.memory.readout
    return this.pulses(
      'read',
      readout(this.data, i => basis[i]!, this.options.target),
      { slot_offset },
    )
  }

  /** The turn to the state, where no extraction follows that could carry it. */
  turn(): ProgramStep[] {
    const turns = this.turnsOf(this.stateTurn())
    if (turns === undefined) return []
    const empty: Segment = { ops: [], idles: [], depth: 0, duration_ns: 0 }
    return [this.pulses('turn', this.segment('turn', empty, { turns }).operations)]
  }

  /** The fault-tolerant readout of the logical X, after the turns that bring the state's axis there. */
  checks(slot_offset: number, { isDecided, turnsState }: ChecksKind): ProgramStep {
    const { segment } = this.memory.measurement!
    const turns = this.turnsOf(...(turnsState ? [this.stateTurn()] : []), turnToX(this.memory.state))
    const played = isDecided ? segment : undecided(segment)
    return this.call('checks', () => this.segment('checks', played, { known: true, turns, slot: checkBit }), {
      slot_offset,
    })
  }

  checksRepeat(how: BlockCall): ProgramStep {
    const { repeat } = this.memory.measurement!
    const make = () => this.segment('checks-repeat', repeat, { known: true, slot: checkBit })
    return this.call('checks-repeat', make, how)
  }

  /** From |−>_L, which the verified preparation makes, to the state. */
  turnsToState(): Turns | undefined {
    return this.turnsOf(this.stateTurn())
  }

  private stateTurn(): readonly CliffordGate[] {
    if (!this.memory.preparation) return []
    const { gates, pauli } = gatesTo(this.memory.state)
    return pauli === 'I' ? gates : [...gates, pauli.toLowerCase() as CliffordGate]
  }

  private turnsOf(...lists: readonly (readonly CliffordGate[])[]): Turns | undefined {
    const played = lists.filter(gates => gates.length > 0)
    return played.length === 0 ? undefined : new Map(this.data.map(site => [site, played]))
  }

  private get data(): readonly number[] {
    return this.memory.compiled.layout.data
  }

  private startOf(k: number): number {
    return sum(this.memory.compiled.flagged.slice(0, k).map(({ duration_ns }) => duration_ns))
  }

  private call(name: string, make: () => ProgramBlock, how: BlockCall = {}): ProgramStep {
    if (!this.made.has(name)) this.made.set(name, make())
    if (how.if !== undefined && this.options.target.durations.feedforward == null) throw noFeedforward(name)
    const { slot_offset = 0 } = how
    return {
      call: name,
      ...(how.if === undefined ? {} : { if: how.if }),
      ...(slot_offset > 0 ? { slot_offset } : {}),
    }
  }

  private pulses(name: string, operations: readonly Operation[], how: BlockCall = {}): ProgramStep {
    const make = () => ({ name, duration_ns: lengthOfAll(operations), operations: byStart(operations) })
    return this.call(name, make, how)
  }

  private segment(name: string, segment: Segment, { start_ns = 0, known, turns, slot = roundSlot }: SegmentTiming) {
    const { target } = this.options
    return segmentBlock(segment, {
      name,
      start_ns,
      known_ns: known ? this.rest_ns : 0,
      slot,
      turns,
      grid_ns: target.grid_ns,
      slack: target.slack,
      single: target.durations.single,
    })
  }
}

const noFeedforward = (block: string): SequencerError =>
  new SequencerError(
    'no_feedforward',
    `"${block}" is played only where outcomes call for it, and the device decides nothing within a shot; ` +
      'take the protocol cyclic-window, windows that stay open as erasures, and the projective preparation',
    { details: { block } },
  )
