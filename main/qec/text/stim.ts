/**
 * Frame programs as circuits of Stim's language
 * (https://github.com/quantumlib/Stim/blob/main/doc/file_format_stim_circuit.md), so that others can check our samples.
 * Every operation has an exact counterpart there, but conditions on measured bits have none: the text holds the path of
 * a shot in which every bit equals the noiseless reference.
 */
import type { FrameOp } from '../program/frame'
import type { Annotations } from './detectors'
import { letterOf, untriggeredPath } from './unconditional-path'

/** `comments`: lines of the head, without `#`. Bits of the annotations that the path does not measure are 0 on it. */
export function stimText(
  ops: readonly FrameOp[],
  comments: readonly string[],
  { detectors, observable }: Annotations,
): string {
  const path = untriggeredPath(ops)
  const measured = path.flatMap(op => (op.op === 'measure' ? [op.bit] : []))
  const record = new Map(measured.map((bit, at) => [bit, at - measured.length]))
  const rec = (bits: readonly number[]) =>
    bits.flatMap(bit => (record.has(bit) ? [` rec[${record.get(bit)}]`] : [])).join('')
  return [
    ...comments.map(line => `# ${line}`),
    ...path.flatMap(linesOf),
    ...detectors.flatMap(({ name, at, bits }) => [`# ${name}`, `DETECTOR(${at.join(', ')})${rec(bits)}`]),
    `OBSERVABLE_INCLUDE(0)${rec(observable)}`,
    '',
  ].join('\n')
}

function linesOf(op: FrameOp): string[] {
  switch (op.op) {
    case 'reset':
      return [`R ${op.q}`, ...(op.flip > 0 ? [`X_ERROR(${op.flip}) ${op.q}`] : [])]
    case 'h':
      return [`H ${op.q}`]
    case 's':
      return [`${op.inverse ? 'S_DAG' : 'S'} ${op.q}`]
    case 'cz':
      return [`CZ ${op.a} ${op.b}`]
    case 'measure':
      return [`M${op.flip > 0 ? `(${op.flip})` : ''} ${op.q}`]
    case 'pauli1':
      return [...(op.pulse ? [`${op.pulse.gate} ${op.q}`] : []), ...channel(op)]
    case 'pauli2':
      return [`DEPOLARIZE2(${op.p}) ${op.a} ${op.b}`]
    case 'pauli':
      return letterOf(op) === null ? [] : [`${letterOf(op)} ${op.q}`]
    default:
      throw new RangeError(`a circuit has no operation ${op.op}`)
  }
}

const channel = ({ q, px, py, pz }: Extract<FrameOp, { op: 'pauli1' }>): string[] =>
  px + py + pz > 0 ? [`PAULI_CHANNEL_1(${px}, ${py}, ${pz}) ${q}`] : []
