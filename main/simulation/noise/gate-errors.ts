import { STORE, SYNC } from '../../circuits/model/unroll'
import type { Instruction } from '../../contract/jobs/circuit'
import { pauliFromInfidelity1, pauliFromInfidelity2 } from '../../qec/noise/transform'
import type { StabilizerOp } from '../model/stabilizer'
import { isVirtual, type NoiseParameters, nativeTwoQubitGates } from './parameters'
import { pairsOf } from './schedule'

/** A Pauli channel, the same for Pauli frames and for trajectories. */
export type PauliNoise = Extract<StabilizerOp, { op: 'pauli1' | 'pauli2' }>

/** Total Pauli error probability after `times` depolarizing channels, each with probability `p` spread over `outcomes` Paulis. */
function repeated(p: number, times: number, outcomes: number): number {
  const full = (outcomes + 1) / outcomes
  return (1 - (1 - full * p) ** times) / full
}

function gateNoise({ name, qubits }: { name: string; qubits: readonly number[] }, figures: NoiseParameters) {
  if (name === 'barrier' || isVirtual(name)) return []
  if (qubits.length > 1)
    return pairsOf(qubits).map(([a, b]): PauliNoise => {
      const p = Math.min(15 / 16, pauliFromInfidelity2(figures.gate2Error(a, b)))
      return { op: 'pauli2', a, b, p: repeated(p, nativeTwoQubitGates(name), 15) }
    })
  const third = Math.min(3 / 4, pauliFromInfidelity1(figures.gate1Error(qubits[0]!))) / 3
  return [{ op: 'pauli1', q: qubits[0]!, px: third, py: third, pz: third } satisfies PauliNoise]
}

/** Errors after an instruction: depolarizing noise after a gate, a flip after a reset; a measurement flips its own bit. */
export function errorsAfter(instruction: Instruction, figures: NoiseParameters): PauliNoise[] {
  const { name, qubits } = instruction
  if (name === 'measure' || name === STORE || name === SYNC) return []
  if (name !== 'reset') return gateNoise(instruction, figures)
  return qubits.map(q => ({ op: 'pauli1', q, px: figures.resetError(q), py: 0, pz: 0 }))
}
