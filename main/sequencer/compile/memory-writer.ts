/** Steps of an encoded experiment: which block is called when, and the decisions between them as register logic. */
import { GENERATOR_INDICES } from '../../qec/code/five-qubit'
import { attemptPlane, checkBit, type ExtraPlanes } from '../../qec/program/extra-planes'
import { dataPlane, type PlaneLayout, tailPlane } from '../../qec/schedule/plane-layout'
import type { ProgramStep, Repeat, SequencerProgram } from '../program/program'
import * as logic from './logic'
import { type Memory, type MemoryBlocks, OFFSETS, type Turns } from './memory-blocks'
import { readoutTrigger } from './readout-trigger'

export interface MemoryPlan {
  readonly memory: Memory
  readonly layout: PlaneLayout
  readonly planes: ExtraPlanes
  /** See `referenceOf`; all 0 unless given. */
  readonly expected?: logic.Expected | undefined
}

export class MemoryWriter {
  private readonly memory: Memory
  private readonly layout: PlaneLayout
  private readonly planes: ExtraPlanes
  private readonly expected: logic.Expected

  constructor(
    { memory, layout, planes, expected = () => 0 }: MemoryPlan,
    private readonly blocks: MemoryBlocks,
  ) {
    this.memory = memory
    this.layout = layout
    this.planes = planes
    this.expected = expected
  }

  body(): SequencerProgram['body'] {
    return [
      ...(this.isVerified ? this.attempts() : [this.blocks.prepare(), ...this.projection()]),
      ...this.rounds(),
      ...this.closing(),
      ...(this.memory.measurement ? this.logicalReadout() : this.productReadout()),
    ]
  }

  private get isVerified(): boolean {
    return this.memory.preparation != null
  }

  /** How a round decides: within it (`adaptive`), by windows that a later step reads, or not at all. */
  private get decisions(): 'adaptive' | 'plain' | 'windows' {
    if (this.layout.perRound === 12) return 'adaptive'
    const followed =
      this.layout.tail > 0 || (this.memory.mode === 'correction' && this.memory.measurement !== undefined)
    return followed ? 'windows' : 'plain'
  }

  private projection(): ProgramStep[] {
    const calls = GENERATOR_INDICES.map(k => this.blocks.undecided(k, 0))
    return this.decisions === 'plain' ? calls : [...calls, ...logic.firstReferences(k => k, this.expected)]
  }

  /** Attempts until one is accepted; the first is made in every shot. */
  private attempts(): ProgramStep[] {
    const { PENDING } = logic.REGISTER
    const steps = Array.from({ length: this.planes.attempts }, (_, t): ProgramStep[] => {
      const slots = [0, 1, 2, 3, 4, 5].map(position => attemptPlane(this.planes, t, position))
      const attempt = this.blocks.attempt({ slot_offset: slots[0]!, ...(t === 0 ? {} : { if: PENDING }) })
      // The outcome of the last attempt is used by the decoder only.
      return t + 1 < this.planes.attempts ? [attempt, ...logic.keepRejected(slots)] : [attempt]
    })
    const opening = this.planes.attempts > 1 ? [logic.set(PENDING, 1)] : []
    return [...opening, ...steps.flat()]
  }

  private rounds(): (ProgramStep | Repeat)[] {
    const { rounds } = this.memory
    if (rounds === 0) return []
    const { perRound: slot_step } = this.layout
    if (!this.isVerified) return [{ repeat: rounds, slot_step, body: this.round() }]
    // Extraction 0 of the first round carries the turns, if any, in a block of its own.
    const turns = this.blocks.turnsToState() ?? new Map()
    const rest: Repeat = { repeat: rounds - 1, slot_step, body: this.round(2) }
    return [...this.round(1, turns), ...(rounds > 1 ? [rest] : [])]
  }

  private round(number = 1, turns?: Turns): ProgramStep[] {
    const base = number * this.layout.perRound
    const inside = { adaptive: this.adaptive, plain: this.plain, windows: this.windowed }[this.decisions]
    return [{ mark: 'round_start' }, ...inside.call(this, base, turns), { mark: 'round_end' }]
  }

  private plain(base: number, turns?: Turns): ProgramStep[] {
    return GENERATOR_INDICES.map(k => this.blocks.undecided(k, base, k === 0 ? turns : undefined))
  }

  private windowed(base: number, turns?: Turns): ProgramStep[] {
    return GENERATOR_INDICES.flatMap(k => [
      this.blocks.undecided(k, base, k === 0 ? turns : undefined),
      ...logic.noteWindowSteps(k, { a: base + k, f: base + OFFSETS.f + k, expected: this.expected }),
    ])
  }

  private adaptive(base: number, turns?: Turns): ProgramStep[] {
    const { ACTIVE, TRIGGERED, PASS_SCRATCH } = logic.REGISTER
    return [
      logic.set(ACTIVE, 1),
      logic.set(TRIGGERED, 0),
      ...GENERATOR_INDICES.flatMap(k => [
        this.blocks.decided(k, base, k === 0 ? turns : undefined),
        ...logic.noteTrigger(k, { a: base + k, f: base + OFFSETS.f + k, expected: this.expected }),
      ]),
      this.blocks.repeat({ if: TRIGGERED, slot_offset: base }),
      ...logic.renewReferences(TRIGGERED, {
        scratch: PASS_SCRATCH,
        s: k => base + OFFSETS.s + k,
        expected: this.expected,
      }),
    ]
  }

  /** The unflagged extraction of all four where a window is still open after the last pass; s0 lies at the tail. */
  private closing(): ProgramStep[] {
    if (this.layout.tail === 0) return []
    return [
      ...this.blocks.wait('close', this.memory.compiled.decision?.wait_ns ?? 0),
      ...logic.noteOpen(),
      this.blocks.repeat({ if: logic.REGISTER.OPEN, slot_offset: tailPlane(this.layout, 0) - OFFSETS.s }),
    ]
  }

  private productReadout(): ProgramStep[] {
    const read = this.blocks.read(dataPlane(this.layout, 0))
    return [...this.restBeforeReadout(), ...(this.memory.rounds === 0 ? this.blocks.turn() : []), read]
  }

  private restBeforeReadout(): ProgramStep[] {
    if (this.memory.rounds === 0) return this.isVerified ? this.blocks.rest() : []
    if (this.decisions === 'adaptive') return this.blocks.rest(logic.REGISTER.ACTIVE)
    if (this.layout.tail === 0) return []
    return [...logic.noteClosedSteps(), ...this.blocks.rest(logic.REGISTER.CLOSED)]
  }

  /** In detection one pass of the checks; in correction its outcomes decide whether they are repeated. */
  private logicalReadout(): ProgramStep[] {
    const slot_offset = this.planes.measurement!
    const isDecided = this.memory.mode !== 'detection'
    const checks = this.blocks.checks(slot_offset, { isDecided, turnsState: this.memory.rounds === 0 })
    if (!isDecided) return [checks]
    const { PENDING, SCRATCH, OPEN } = logic.REGISTER
    const tail = (k: number) => tailPlane(this.layout, k)
    return [
      checks,
      ...(this.layout.tail > 0
        ? logic.renewReferences(OPEN, { scratch: SCRATCH, s: tail, expected: this.expected })
        : []),
      ...readoutTrigger(this.memory, name => slot_offset + checkBit(name), this.expected),
      this.blocks.checksRepeat({ slot_offset, if: PENDING }),
    ]
  }
}
