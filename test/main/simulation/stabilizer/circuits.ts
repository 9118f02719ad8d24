import type { Circuit, Instruction } from '../../../../main/contract/jobs/circuit'

export const gate = (name: string, ...qubits: number[]): Instruction => ({ name, qubits })
export const measure = (qubit: number, clbit = qubit): Instruction => ({
  name: 'measure',
  qubits: [qubit],
  clbits: [clbit],
})
export const when = (clbit: number, value: 0 | 1, instruction: Instruction): Instruction => ({
  ...instruction,
  condition: { clbit, value },
})
export const range = (count: number): number[] => Array.from({ length: count }, (_, i) => i)

export const ghz = (qubits: number): Circuit => ({
  num_qubits: qubits,
  instructions: [
    gate('h', 0),
    ...range(qubits - 1).map(q => gate('cx', q, q + 1)),
    ...range(qubits).map(q => measure(q)),
  ],
})

/** A reproducible stream of integers below `n`. */
export function picker(seed: number) {
  let state = seed >>> 0 || 1
  return (n: number) => {
    state ^= state << 13
    state >>>= 0
    state ^= state >>> 17
    state ^= state << 5
    state >>>= 0
    return state % n
  }
}

const ONE = ['h', 'x', 'y', 'z', 's', 'sdg', 'sx', 'sxdg', 'id', 'rx', 'ry', 'rz', 'p', 'u']
const TWO = ['cx', 'cy', 'cz', 'swap', 'iswap', 'cp', 'crx', 'cry', 'crz']
const TURNS: Readonly<Record<string, number>> = { rx: 1, ry: 1, rz: 1, p: 1, u: 3, cp: 1, crx: 1, cry: 1, crz: 1 }

export function randomGate(pick: (n: number) => number, qubits: number): Instruction {
  const single = qubits === 1 || pick(2) === 0
  const name = single ? ONE[pick(ONE.length)]! : TWO[pick(TWO.length)]!
  const a = pick(qubits)
  const step = single ? Math.PI / 2 : Math.PI
  const params = range(TURNS[name] ?? 0).map(() => (pick(9) - 4) * step)
  return { name, qubits: single ? [a] : [a, (a + 1 + pick(qubits - 1)) % qubits], params }
}

/** Which gates hang on outcomes: none, Paulis or any on one bit, or anything on several bits at once. */
export type Conditions = 'none' | 'paulis' | 'any' | 'registers'

/** Gates with barriers, measurements and resets between them, every qubit measured at the end. */
export function randomCircuit(seed: number, qubits: number, depth: number, conditions: Conditions = 'none'): Circuit {
  const pick = picker(seed)
  const clbits = 2 * qubits
  const chosen = (): Instruction => {
    const kind = pick(6)
    if (conditions === 'paulis' || kind < 2) return gate(['x', 'y', 'z'][pick(3)]!, pick(qubits))
    if (conditions === 'registers' && kind === 2) return measure(pick(qubits), pick(clbits))
    return conditions === 'registers' && kind === 3 ? gate('reset', pick(qubits)) : randomGate(pick, qubits)
  }
  const conditional = (): Instruction => {
    if (conditions !== 'registers') return when(pick(clbits), pick(2) as 0 | 1, chosen())
    const read = [pick(clbits), pick(clbits), pick(clbits)].slice(pick(2))
    return { ...chosen(), condition: { clbits: read, value: pick(2 ** read.length) } }
  }
  const one = (): Instruction => {
    const kind = pick(13)
    if (kind === 12) return gate('barrier', ...range(qubits))
    if (kind === 0) return measure(pick(qubits), pick(clbits))
    if (kind === 1) return gate('reset', pick(qubits))
    return kind < 4 && conditions !== 'none' ? conditional() : randomGate(pick, qubits)
  }
  return { num_qubits: qubits, instructions: [...range(depth).map(one), ...range(qubits).map(q => measure(q))] }
}
