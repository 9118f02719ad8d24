/**
 * The encoded experiment as a program: preparation, rounds, readout, from timed segments and their pulses. Its slots are the
 * bits that decoders read, in their order. Nothing here knows of noise.
 */
import { GENERATOR_INDICES } from '../../qec/code/five-qubit'
import type { Segment } from '../../qec/model/round'
import { type ExtraPlanes, extraPlaneNames, extraPlanes } from '../../qec/program/extra-planes'
import { type PlaneLayout, planeLayout, planeNames } from '../../qec/schedule/plane-layout'
import { PREPARATION_ATTEMPTS } from '../../qec/spam/verified-preparation'
import type { ProgramBlock, SequencerProgram } from '../program/program'
import { registersOf } from './logic'
import { type Memory, MemoryBlocks, type MemoryOptions } from './memory-blocks'
import { MemoryWriter } from './memory-writer'
import { type NoiselessState, referenceOf } from './reference-outcomes'
import { assembledProgram } from './target'

/** A program with its noiseless outcomes, one for each slot; recorded bits are relative to these. */
export interface ReferencedProgram {
  readonly program: SequencerProgram
  readonly reference: Uint8Array
}

/**
 * Compiles twice where a noiseless outcome is 1: decisions look at differences from these outcomes, which are known once the gates
 * are. Throws SequencerError as `compileMemory` does.
 */
export function compileReferenced(
  memory: Memory,
  options: MemoryOptions,
  state: (qubits: number) => NoiselessState,
): ReferencedProgram {
  const first = compileMemory(memory, options)
  const reference = referenceOf(first, state)
  if (!reference.some(bit => bit === 1)) return { program: first, reference }
  const expected = (slot: number) => reference[slot] as 0 | 1
  return { program: compileMemory(memory, { ...options, expected }), reference }
}

/** Compiles one circuit of a run. Throws SequencerError `off_grid`, `decision_too_early` or `no_feedforward`. */
export function compileMemory(memory: Memory, options: MemoryOptions): SequencerProgram {
  const { mode, rounds, protocol, closing } = memory
  const layout = planeLayout(mode, { rounds, protocol, closing })
  const planes = extraPlanes(layout, mode, {
    attempts: memory.preparation ? (memory.attempts ?? PREPARATION_ATTEMPTS) : 0,
    fault_tolerant_readout: memory.measurement !== undefined,
  })
  const blocks = new MemoryBlocks(memory, options)
  const body = new MemoryWriter({ memory, layout, planes, expected: options.expected }, blocks).body()
  const { compiled } = memory
  return assembledProgram(
    {
      name: `${mode} ${protocol ?? 'adaptive'}, state ${memory.state}, ${rounds} rounds`,
      shots: options.shots,
      rounds,
      blocks: blocks.all(),
      body,
      registers: registersOf(body),
      slot_groups: groupsOf(layout, planes),
      idle: compiled.layout.data.map((qubit, i) => ({ label: `D${i}`, qubit, ns: idleOf(compiled.flagged, qubit) })),
      decoupling: decouplingOf(blocks.all(), options.sequence),
      schedule_hash: compiled.schedule_hash,
      feedforward_latency_ns: options.target.durations.feedforward ?? null,
    },
    options.target,
  )
}

const idleOf = (segments: readonly Segment[], site: number): number =>
  Math.round(
    segments.flatMap(({ idles }) => idles).reduce((sum, idle) => sum + (idle.site === site ? idle.duration_ns : 0), 0),
  )

/** Pulses of one flagged round, as they are played. */
function decouplingOf(
  blocks: readonly ProgramBlock[],
  sequence: MemoryOptions['sequence'],
): SequencerProgram['decoupling'] {
  const played = new Map(blocks.map(block => [block.name, block]))
  const round = GENERATOR_INDICES.map(k => played.get(`decided${k}`) ?? played.get(`flagged${k}`))
  const pulses = round
    .flatMap(block => block?.operations ?? [])
    .filter(operation => operation.op === 'x90' && operation.dd).length
  return sequence === null || pulses === 0 ? null : { sequence, pulses }
}

function groupsOf(layout: PlaneLayout, planes: ExtraPlanes): SequencerProgram['slot_groups'] {
  const names = [...planeNames(layout), ...extraPlaneNames(planes)]
  const of = (label: string) =>
    names.flatMap(name => (name.startsWith(`${label}.`) ? [name.slice(label.length + 1)] : []))
  return [
    { label: 'round', names: of('round'), times: layout.rounds + 1 },
    { label: 'final', names: of('final'), times: 1 },
  ]
}
