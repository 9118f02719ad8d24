/** Pauli errors on wires of a circuit, carried to its end. */
import type { ParametricInstruction } from '../../../contract/jobs/circuit'
import type { CircuitDocument, DrawnStep } from '../document/model'
import { stepMoments } from '../document/moments'
import { ErrorFrame, type ErrorLetter, type FrameEvent } from './frame'

export interface PauliMarker {
  readonly wire: number
  /** The error happens before what stands in this moment. */
  readonly moment: number
  readonly pauli: ErrorLetter
  /** Whether it is switched off, so that it does not happen. */
  readonly isOff: boolean
}

/** An error on a wire from one place to another: whole numbers are the left edges of moments, halves their middles. */
export interface ErrorSpan {
  readonly wire: number
  readonly from: number
  readonly until: number
  readonly pauli: ErrorLetter
}

/** A measurement, condition or gate that an error reaches. */
interface ReachedStep {
  readonly step: DrawnStep
  readonly moment: number
}

export interface MarkerEffects {
  readonly spans: readonly ErrorSpan[]
  /** Measurements that give the other outcome, with the bit that then holds it. */
  readonly flips: readonly (ReachedStep & { readonly qubit: number; readonly clbit: number })[]
  /** Conditions on flipped or unknown bits, whose steps run in other shots than without the error. */
  readonly conditions: readonly ReachedStep[]
  /** Where an error stops being the same Pauli in all shots; its effects after that are unknown. */
  readonly ends: readonly (ReachedStep & { readonly reason: string })[]
  /** Classical bits that hold the other outcome at the end. */
  readonly flippedBits: readonly number[]
}

export type Propagated = { readonly effects: MarkerEffects } | { readonly reason: string }

/** Carries the errors to the end of the circuit. Requires markers on wires of the document. */
export function propagateMarkers(document: CircuitDocument, markers: readonly PauliMarker[]): Propagated {
  const { program } = document
  if (program === null) return { reason: 'The text has faults: errors are followed once it has none.' }
  if (!program.isAligned)
    return { reason: 'This program copies classical bits, so that its drawing does not show all that runs.' }
  const run = new MarkerRun(document, program.circuit.instructions, markers)
  return { effects: run.toEnd() }
}

class MarkerRun {
  private readonly frame: ErrorFrame
  private readonly waiting: PauliMarker[][]
  private readonly open: ({ readonly pauli: ErrorLetter; readonly from: number } | null)[]
  private readonly spans: ErrorSpan[] = []
  private readonly flips: MarkerEffects['flips'][number][] = []
  private readonly conditions: ReachedStep[] = []
  private readonly ends: MarkerEffects['ends'][number][] = []

  constructor(
    private readonly document: CircuitDocument,
    private readonly instructions: readonly ParametricInstruction[],
    markers: readonly PauliMarker[],
  ) {
    const count = document.qubits.length
    this.frame = new ErrorFrame(count)
    this.open = Array.from({ length: count }, () => null)
    const inOrder = markers.filter(({ isOff }) => !isOff).sort((a, b) => a.moment - b.moment)
    this.waiting = Array.from({ length: count }, (_, wire) => inOrder.filter(marker => marker.wire === wire))
  }

  toEnd(): MarkerEffects {
    const { steps, qubits } = this.document
    const { moments, depth } = stepMoments(steps, qubits.length)
    for (const step of steps) this.step({ step, moment: moments.get(step)! })
    for (const wire of qubits.keys()) {
      this.putDown(wire, Number.POSITIVE_INFINITY)
      this.showAt(wire, depth + 1, true)
    }
    const { spans, flips, conditions, ends } = this
    return { spans, flips, conditions, ends, flippedBits: this.frame.flippedBits() }
  }

  private step(reached: ReachedStep): void {
    const { step, moment } = reached
    for (const wire of step.qubits) this.putDown(wire, moment)
    let at = step.first
    while (at < step.last) at = this.frame.pass(this.instructions, at, event => this.note(reached, event))
    for (const wire of step.qubits) this.showAt(wire, moment + 0.5)
  }

  private note(reached: ReachedStep, event: FrameEvent): void {
    if (event.kind === 'flip') this.flips.push({ ...reached, qubit: event.qubit, clbit: event.clbit })
    else if (event.kind === 'condition') this.conditions.push(reached)
    else this.ends.push({ ...reached, reason: event.reason })
  }

  /** Applies the errors that happen on the wire up to a moment. */
  private putDown(wire: number, moment: number): void {
    const waiting = this.waiting[wire]
    if (waiting === undefined) return
    while (waiting.length > 0 && waiting[0]!.moment <= moment) {
      const marker = waiting.shift()!
      this.frame.multiply(wire, marker.pauli)
      this.showAt(wire, marker.moment)
    }
  }

  /** Ends and begins the span of a wire with one error on it. */
  private showAt(wire: number, column: number, isEnd = false): void {
    const [before, now] = [this.open[wire]!, isEnd ? null : this.frame.pauliOn(wire)]
    if (before?.pauli === now || (before === null && now === null)) return
    if (before && column > before.from) this.spans.push({ wire, from: before.from, until: column, pauli: before.pauli })
    this.open[wire] = now === null ? null : { pauli: now, from: column }
  }
}
