/** Our programs as circuits of Stim's language, and Stim beside us on them. */
import type { FrameProgram } from '../../../main/qec/program/frame'
import { stimText } from '../../../main/qec/text/stim'
import type { StabilizerOp, StabilizerProgram } from '../../../main/simulation/model/stabilizer'
import type { Contender } from '../compare'
import { lazyPeer, pythonWith } from './python'

/** Of a program without masks, the whole of it. */
export const stimOfFrames = ({ ops }: FrameProgram): string =>
  stimText(ops, [], { detectors: [], observable: [] }).replace(/^OBSERVABLE_INCLUDE.*\n/m, '')

/** The same circuit with every DEPOLARIZE2 written as a channel of fifteen probabilities, as unequal ones must be. */
export const asPauliChannels = (text: string): string =>
  text.replace(/^DEPOLARIZE2\((.*)\)/gm, (_, p) => {
    const each = Array<number>(15).fill(Number(p) / 15)
    return `PAULI_CHANNEL_2(${each.join(', ')})`
  })

/** null where an op hangs on outcomes. */
export function stimOfStabilizer({ ops, qubits }: StabilizerProgram): string | null {
  if (ops.some(({ condition }) => condition !== undefined)) return null
  return [`I ${qubits - 1}`, ...ops.map(lineOf), ''].join('\n')
}

function lineOf(op: StabilizerOp): string {
  switch (op.op) {
    case 'cx':
    case 'cz':
    case 'swap':
      return `${op.op.toUpperCase()} ${op.a} ${op.b}`
    case 'measure':
      return `M${op.flip > 0 ? `(${op.flip})` : ''} ${op.q}`
    case 'reset':
      return `R ${op.q}`
    case 'pauli1':
      return `PAULI_CHANNEL_1(${op.px}, ${op.py}, ${op.pz}) ${op.q}`
    case 'pauli2':
      return `DEPOLARIZE2(${op.p}) ${op.a} ${op.b}`
    default:
      return `${op.op.toUpperCase()} ${op.q}`
  }
}

/** Stim on one thread; `shots` a multiple of 64 unless they are wanted as b8. None, once said why, where it is not there. */
export function stimPeers() {
  const python = pythonWith('stim')
  return (text: string, shots: number, format: 'b8' | 'ptb64' | 'fastest' | 'detect', amount = shots): Contender[] =>
    python === null ? [] : [lazyPeer(python, 'stim', { text, shots, format }, { name: `Stim ${format}`, amount })]
}
