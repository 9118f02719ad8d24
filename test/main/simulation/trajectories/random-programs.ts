import type { RequiredBits } from '../../../../main/simulation/model/condition'
import { GATE_MATRICES } from '../../../../main/simulation/model/gates'
import { LOGIC, type TrajectoryProgram, type TrajectoryStep } from '../../../../main/simulation/model/trajectory'
import { picker } from '../stabilizer/circuits'

type Free = { [Kind in TrajectoryStep['kind']]: Omit<Extract<TrajectoryStep, { kind: Kind }>, 'condition'> }
export type FreeStep = Free[TrajectoryStep['kind']]

export const under = (condition: RequiredBits | null, ...steps: FreeStep[]): TrajectoryStep[] =>
  steps.map(step => ({ ...step, condition }) as TrajectoryStep)
export const always = (...steps: FreeStep[]): TrajectoryStep[] => under(null, ...steps)

export function gateStep(name: string, qubits: readonly number[], ...params: number[]): FreeStep[] {
  return GATE_MATRICES.get(name)!
    .steps(params)
    .map(({ matrix, target, controls }) => ({
      kind: 'gate',
      matrix,
      target: qubits[target]!,
      controls: controls.map(at => qubits[at]!),
    }))
}

export const read = (target: number, clbit = target, zero = 0, one = zero): FreeStep => ({
  kind: 'measure',
  target,
  clbit,
  flips: [zero, one],
})

const RATES = [0, 0.02, 0.1, 0.3, 0.5, 1]
const NAMES = ['h', 'sx', 'x', 't', 's', 'ry', 'u', 'rx', 'cx', 'cz', 'ch', 'cry', 'swap', 'cp', 'ccx']

/** Any steps at all on `qubits` qubits, with measurements, resets and conditions among them. */
export function randomProgram(seed: number, qubits: number, length: number): TrajectoryProgram {
  const pick = picker(seed)
  const rate = () => RATES[pick(RATES.length)]!
  const distinct = () => {
    const all = Array.from({ length: qubits }, (_, q) => q)
    for (let i = all.length - 1; i > 0; i--) {
      const j = pick(i + 1)
      const kept = all[i]!
      all[i] = all[j]!
      all[j] = kept
    }
    return all
  }
  const anyGate = (): FreeStep[] => {
    const name = NAMES[pick(NAMES.length)]!
    const gate = GATE_MATRICES.get(name)!
    if (gate.qubits > qubits) return []
    return gateStep(name, distinct(), ...Array.from({ length: gate.params }, () => pick(1000) / 100))
  }
  const noise = (): FreeStep => {
    const [target, other] = distinct() as [number, number | undefined]
    const which = pick(other === undefined ? 2 : 3)
    if (which === 0) return { kind: 'damp', target, gamma: rate() }
    if (which === 2) return { kind: 'pauli2', target, other: other!, p: rate() }
    const p = rate()
    const share = pick(5) / 8
    return { kind: 'pauli1', target, px: p * share, py: p * (1 - share) * 0.5, pz: p * (1 - share) * 0.5 }
  }
  const clbits = 3
  const any = (): FreeStep[] => {
    const which = pick(13)
    if (which < 6) return anyGate()
    if (which < 10) return [noise()]
    if (which === 12) {
      const logic = LOGIC[pick(LOGIC.length)]!
      const from = logic === 'zero' || logic === 'one' ? null : pick(clbits)
      return [{ kind: 'logic', clbit: pick(clbits), logic, from }]
    }
    if (which === 10) return [{ kind: 'reset', target: pick(qubits) }]
    return [read(pick(qubits), pick(clbits), rate() / 2, rate() / 2)]
  }
  const condition = (): RequiredBits | null => {
    if (pick(4) > 0) return null
    return Array.from({ length: 1 + pick(2) }, () => ({ clbit: pick(clbits), value: pick(2) as 0 | 1 }))
  }
  const steps = Array.from({ length }, () => under(condition(), ...any())).flat()
  const last = always(...distinct().map(q => read(q, q % clbits, rate() / 4, rate() / 4)))
  return { qubits, clbits, steps: [...steps, ...last.slice(0, pick(qubits + 1))] }
}
