/** Blocks and steps of an encoded experiment, block by block as they are first called for. */
import { GENERATOR_INDICES } from '../../qec/code/five-qubit'
import type { MemoryExperiment } from '../../qec/experiment/memory'
import type { Segment } from '../../qec/model/round'
import { attemptPlane, checkBit, type ExtraPlanes } from '../../qec/program/extra-planes'
import { gatesTo, turnToX } from '../../qec/program/transversal-gates'
import { undecided } from '../../qec/schedule/decision'
import type { DdSequence } from '../../qec/schedule/decoupling'
import { dataPlane, type PlaneLayout, tailPlane } from '../../qec/schedule/plane-layout'
import { SequencerError } from '../program/errors'
import type { ProgramBlock, ProgramStep, Repeat, SequencerProgram } from '../program/program'
import * as logic from './logic'
import type { CliffordGate } from './pulses'
import { readoutTrigger } from './readout-trigger'
import { byStart, lengthOfAll, segmentBlock } from './segment-block'
import { type CompileTarget, delays, preparation, readout } from './target'

/** What is measured, without its noise. */
export type Memory = Omit<MemoryExperiment, 'rates'>

export interface MemoryOptions {
  readonly shots: number
  readonly target: CompileTarget
  /** Of the decoupling that `compiled` carries; null: none. */
  readonly sequence: DdSequence | null
  /** See `referenceOf`; all 0 unless given. */
  readonly expected?: logic.Expected | undefined
}

type Turns = ReadonlyMap<number, readonly (readonly CliffordGate[])[]>

const OFFSETS = { a: 0, f: 4, s: 8 } as const
const roundSlot = (bit: string): number => OFFSETS[bit[0] as 'a'] + Number(bit[1])

export class MemoryWriter {
  private readonly made = new Map<string, ProgramBlock>()
  /** After the start of what follows a decision. */
  private readonly known_ns: number
  private readonly expected: logic.Expected

  constructor(
    private readonly memory: Memory,
    private readonly options: MemoryOptions,
    private readonly layout: PlaneLayout,
    private readonly planes: ExtraPlanes,
  ) {
    this.known_ns = memory.compiled.decision?.rest_ns ?? 0
    this.expected = options.expected ?? (() => 0)
  }

  blocks(): ProgramBlock[] {
    return [...this.made.values()]
  }

  body(): SequencerProgram['body'] {
    const { preparation: verified } = this.memory
    return [
      ...(verified ? this.attempts() : [this.prepare(), ...this.projection()]),
      ...this.rounds(),
      ...this.closing(),
      ...(this.memory.measurement ? this.logicalReadout() : this.productReadout()),
    ]
  }

  private get layoutPasses(): 'adaptive' | 'plain' | 'windows' {
    if (this.layout.perRound === 12) return 'adaptive'
    const followed =
      this.layout.tail > 0 || (this.memory.mode === 'correction' && this.memory.measurement !== undefined)
    return followed ? 'windows' : 'plain'
  }

  private get data(): readonly number[] {
    return this.memory.compiled.layout.data
  }

  private call(name: string, make: () => ProgramBlock, how: { if?: number; slot_offset?: number } = {}): ProgramStep {
    if (!this.made.has(name)) this.made.set(name, make())
    if (how.if !== undefined && this.options.target.durations.feedforward == null) throw noFeedforward(name)
    const { slot_offset = 0 } = how
    return {
      call: name,
      ...(how.if === undefined ? {} : { if: how.if }),
      ...(slot_offset > 0 ? { slot_offset } : {}),
    }
  }

  private segment(
    name: string,
    segment: Segment,
    at: { start_ns?: number; known?: boolean; turns?: Turns | undefined },
  ) {
    const { target } = this.options
    const slot = name.startsWith('attempt') || name.startsWith('checks') ? checkBit : roundSlot
    const known_ns = at.known ? this.known_ns : 0
    return segmentBlock(segment, {
      ...{ name, start_ns: at.start_ns ?? 0, known_ns, slot, turns: at.turns },
      ...{ grid_ns: target.grid_ns, slack: target.slack, single: target.durations.single },
    })
  }

  private startOf(k: number): number {
    return this.memory.compiled.flagged.slice(0, k).reduce((sum, { duration_ns }) => sum + duration_ns, 0)
  }

  /** Flagged extraction k, whatever the one before it showed. */
  private plain(k: number, slot_offset: number, turns?: Turns): ProgramStep {
    const segment = undecided(this.memory.compiled.flagged[k]!)
    const name = turns ? `flagged${k}-first` : `flagged${k}`
    const make = () => this.segment(name, segment, { start_ns: this.startOf(k), known: turns !== undefined, turns })
    return this.call(name, make, { slot_offset })
  }

  /** The same up to its decision. The first of a round is run in every shot. */
  private decided(k: number, slot_offset: number, turns?: Turns): ProgramStep {
    const name = `decided${k}${turns ? '-first' : ''}`
    const segment = this.memory.compiled.flagged[k]!
    const make = () => this.segment(name, segment, { start_ns: this.startOf(k), known: true, turns })
    return this.call(name, make, { slot_offset, ...(k === 0 ? {} : { if: logic.REGISTER.ACTIVE }) })
  }

  private wait(name: string, ns: number, condition?: number): ProgramStep[] {
    if (ns === 0) return []
    const operations = this.data.flatMap(site => delays(site, 0, ns, this.options.target))
    const make = (): ProgramBlock => ({ name, duration_ns: ns, operations: byStart(operations) })
    return [this.call(name, make, condition === undefined ? {} : { if: condition })]
  }

  private prepare(): ProgramStep {
    const operations = preparation(this.data, this.memory.state, this.options.target)
    const make = () => ({ name: 'prepare', duration_ns: lengthOfAll(operations), operations: byStart(operations) })
    return this.call('prepare', make)
  }

  private projection(): ProgramStep[] {
    const calls = GENERATOR_INDICES.map(k => this.plain(k, 0))
    return this.layoutPasses === 'plain' ? calls : [...calls, ...logic.firstReferences(k => k, this.expected)]
  }

  /** Attempts until one is accepted; the first is made in every shot. */
  private attempts(): ProgramStep[] {
    const { segment } = this.memory.preparation!
    const { PENDING } = logic.REGISTER
    const steps = Array.from({ length: this.planes.attempts }, (_, t): ProgramStep[] => {
      const slots = [0, 1, 2, 3, 4, 5].map(position => attemptPlane(this.planes, t, position))
      const how = { slot_offset: slots[0]!, ...(t === 0 ? {} : { if: PENDING }) }
      const attempt = this.call('attempt', () => this.segment('attempt', segment, { known: true }), how)
      // What the last attempt shows is for the decoder alone.
      return t + 1 < this.planes.attempts ? [attempt, ...logic.keepRejected(slots)] : [attempt]
    })
    const opening = this.planes.attempts > 1 ? [logic.set(PENDING, 1)] : []
    return [...opening, ...steps.flat()]
  }

  /** From |−>_L to the state, then to X where the readout asks for it. */
  private turnsOf(...lists: readonly (readonly CliffordGate[])[]): Turns | undefined {
    const played = lists.filter(gates => gates.length > 0)
    return played.length === 0 ? undefined : new Map(this.data.map(site => [site, played]))
  }

  private stateTurn(): readonly CliffordGate[] {
    if (!this.memory.preparation) return []
    const { gates, pauli } = gatesTo(this.memory.state)
    return pauli === 'I' ? gates : [...gates, pauli.toLowerCase() as CliffordGate]
  }

  private rounds(): (ProgramStep | Repeat)[] {
    const { rounds, preparation: verified } = this.memory
    if (rounds === 0) return []
    const { perRound: slot_step } = this.layout
    const turns = this.turnsOf(this.stateTurn()) ?? new Map()
    if (!verified) return [{ repeat: rounds, slot_step, body: this.round() }]
    const rest: Repeat = { repeat: rounds - 1, slot_step, body: this.round(2) }
    return [...this.round(1, turns), ...(rounds > 1 ? [rest] : [])]
  }

  private round(number = 1, turns?: Turns): ProgramStep[] {
    const base = number * this.layout.perRound
    const inside = { adaptive: this.adaptive, plain: this.unfollowed, windows: this.windowed }[this.layoutPasses]
    return [{ mark: 'round_start' }, ...inside.call(this, base, turns), { mark: 'round_end' }]
  }

  private unfollowed(base: number, turns?: Turns): ProgramStep[] {
    return GENERATOR_INDICES.map(k => this.plain(k, base, k === 0 ? turns : undefined))
  }

  private windowed(base: number, turns?: Turns): ProgramStep[] {
    return GENERATOR_INDICES.flatMap(k => [
      this.plain(k, base, k === 0 ? turns : undefined),
      ...logic.noteWindowSteps(k, base + k, base + 4 + k, this.expected),
    ])
  }

  private adaptive(base: number, turns?: Turns): ProgramStep[] {
    const { ACTIVE, TRIGGERED, PASS_SCRATCH } = logic.REGISTER
    return [
      logic.set(ACTIVE, 1),
      logic.set(TRIGGERED, 0),
      ...GENERATOR_INDICES.flatMap(k => [
        this.decided(k, base, k === 0 ? turns : undefined),
        ...logic.noteTrigger(k, base + k, base + 4 + k, this.expected),
      ]),
      this.repeat(TRIGGERED, base),
      ...logic.renewReferences(TRIGGERED, PASS_SCRATCH, k => base + 8 + k, this.expected),
    ]
  }

  private repeat(condition: number, slot_offset: number): ProgramStep {
    const make = () => this.segment('repeat', this.memory.compiled.repeat, { known: true })
    return this.call('repeat', make, { if: condition, slot_offset })
  }

  /** The unflagged extraction of all four where a window is still open after the last pass; s0 lies at the tail. */
  private closing(): ProgramStep[] {
    if (this.layout.tail === 0) return []
    return [
      ...this.wait('close', this.memory.compiled.decision?.wait_ns ?? 0),
      ...logic.noteOpen(),
      this.repeat(logic.REGISTER.OPEN, tailPlane(this.layout, 0) - OFFSETS.s),
    ]
  }

  private productReadout(): ProgramStep[] {
    const { readout: measured, rounds, preparation: verified } = this.memory
    const { target } = this.options
    const rest = this.known_ns
    const turn = this.stateTurn()
    const waits = (): ProgramStep[] => {
      if (rounds === 0) return verified ? this.wait('rest', rest) : []
      if (this.layoutPasses === 'adaptive') return this.wait('rest', rest, logic.REGISTER.ACTIVE)
      if (this.layout.tail === 0) return []
      return [...logic.noteClosedSteps(), ...this.wait('rest', rest, logic.REGISTER.CLOSED)]
    }
    const operations = readout(this.data, i => measured.basis[i]!, target)
    const read = this.call(
      'read',
      () => ({ name: 'read', duration_ns: lengthOfAll(operations), operations: byStart(operations) }),
      { slot_offset: dataPlane(this.layout, 0) },
    )
    return [...waits(), ...(rounds === 0 && turn.length > 0 ? [this.turnAlone(turn)] : []), read]
  }

  /** Where no extraction follows that the turn could stand in. */
  private turnAlone(gates: readonly CliffordGate[]): ProgramStep {
    const empty: Segment = { ops: [], idles: [], depth: 0, duration_ns: 0 }
    const make = (): ProgramBlock => {
      const { operations } = this.segment('turn', empty, { turns: this.turnsOf(gates) })
      return { name: 'turn', duration_ns: lengthOfAll(operations), operations }
    }
    return this.call('turn', make)
  }

  private logicalReadout(): ProgramStep[] {
    const { measurement, state, rounds, mode, preparation: verified } = this.memory
    const turns = this.turnsOf(...(rounds === 0 && verified ? [this.stateTurn()] : []), turnToX(state))
    const slot_offset = this.planes.measurement!
    const segment = mode === 'detection' ? undecided(measurement!.segment) : measurement!.segment
    const checks = this.call('checks', () => this.segment('checks', segment, { known: true, turns }), { slot_offset })
    if (mode === 'detection') return [checks]
    const { PENDING, SCRATCH, OPEN } = logic.REGISTER
    const tail = (k: number) => tailPlane(this.layout, k)
    const again = () => this.segment('checks-repeat', measurement!.repeat, { known: true })
    return [
      checks,
      ...(this.layout.tail > 0 ? logic.renewReferences(OPEN, SCRATCH, tail, this.expected) : []),
      ...readoutTrigger(this.memory, name => slot_offset + checkBit(name), this.expected),
      this.call('checks-repeat', again, { slot_offset, if: PENDING }),
    ]
  }
}

const noFeedforward = (block: string): SequencerError =>
  new SequencerError(
    'no_feedforward',
    `"${block}" is played only where outcomes call for it, and the device decides nothing within a shot; ` +
      'take the protocol cyclic-window, windows that stay open as erasures, and the projective preparation',
    { details: { block } },
  )
