/** Slow reference of loops: it runs them as they are written, on every branch of every measurement. */
import { maxIterationsOf } from '../../../../main/circuits/model/loops'
import { beginsLoop, type Circuit, type Instruction } from '../../../../main/contract/jobs/circuit'
import { conditionHolds, literalsOf } from '../../../../main/simulation/model/condition'
import { GATE_MATRICES } from '../../../../main/simulation/model/gates'
import { applyGate, FLIP, groundState, type State } from '../../../../main/simulation/statevector/reference'

interface Branch {
  readonly state: State
  readonly memory: Map<number, number>
  readonly weight: number
  isUnfinished: boolean
}

const copy = (branch: Branch, weight: number): Branch => ({
  ...branch,
  weight,
  state: { re: branch.state.re.slice(), im: branch.state.im.slice() },
  memory: new Map(branch.memory),
})

/** Both outcomes of a measurement, with the states that they leave. */
function measured(branch: Branch, qubit: number): [Branch, Branch] {
  return [0, 1].map(outcome => {
    const next = copy(branch, 0)
    let norm = 0
    for (let i = 0; i < next.state.re.length; i++) {
      if (((i >> qubit) & 1) !== outcome) next.state.re[i] = next.state.im[i] = 0
      norm += next.state.re[i]! ** 2 + next.state.im[i]! ** 2
    }
    for (let i = 0; i < next.state.re.length && norm > 0; i++) {
      next.state.re[i]! /= Math.sqrt(norm)
      next.state.im[i]! /= Math.sqrt(norm)
    }
    return { ...next, weight: branch.weight * norm }
  }) as [Branch, Branch]
}

const holds = ({ condition }: Instruction, { memory }: Branch): boolean =>
  condition === undefined || conditionHolds(literalsOf(condition), memory)

function step(instruction: Instruction, branch: Branch): Branch[] {
  const { name, qubits, clbits = [], params = [] } = instruction
  if (!holds(instruction, branch) || name === 'barrier') return [branch]
  if (name !== 'measure' && name !== 'reset') {
    for (const { matrix, target, controls } of GATE_MATRICES.get(name)!.steps(params))
      applyGate(branch.state, { matrix, target: qubits[target]!, controls: controls.map(at => qubits[at]!) })
    return [branch]
  }
  const both = measured(branch, qubits[0]!)
  both.forEach((each, outcome) => {
    if (name === 'measure') each.memory.set(clbits[0]!, outcome)
    else if (outcome === 1) applyGate(each.state, { matrix: FLIP, target: qubits[0]!, controls: [] })
  })
  return both.filter(({ weight }) => weight > 1e-14)
}

/** The instructions up to the `end` of the loop that begins at `begin`. */
function bodyOf(instructions: readonly Instruction[], begin: number): readonly Instruction[] {
  let depth = 0
  for (let at = begin; ; at++) {
    depth += beginsLoop(instructions[at]!) ? 1 : instructions[at]!.name === 'end' ? -1 : 0
    if (depth === 0) return instructions.slice(begin + 1, at)
  }
}

function loop(mark: Instruction, body: readonly Instruction[], start: Branch): Branch[] {
  const [over, goesOn] = [[] as Branch[], (branch: Branch) => holds(mark, branch) === (mark.name === 'while')]
  let open = [start]
  for (let turn = 0; turn < maxIterationsOf(mark); turn++) {
    over.push(...open.filter(branch => !goesOn(branch)))
    open = open.filter(goesOn).flatMap(branch => run(body, branch))
  }
  for (const branch of open) branch.isUnfinished ||= goesOn(branch)
  return [...over, ...open]
}

function run(instructions: readonly Instruction[], start: Branch): Branch[] {
  let branches = [start]
  for (let at = 0; at < instructions.length; at++) {
    const instruction = instructions[at]!
    if (beginsLoop(instruction)) {
      const body = bodyOf(instructions, at)
      branches = branches.flatMap(branch => loop(instruction, body, branch))
      at += body.length + 1
    } else branches = branches.flatMap(branch => step(instruction, branch))
  }
  return branches
}

/** Probability of each bitstring in shots whose loops end, and of all that do not. */
export function exactOutcomes({ num_qubits, instructions }: Circuit, num_clbits: number) {
  const start = { state: groundState(num_qubits), memory: new Map<number, number>(), weight: 1, isUnfinished: false }
  const outcomes = new Map<string, number>()
  let unfinished = 0
  for (const { memory, weight, isUnfinished } of run(instructions, start)) {
    const bits = Array.from({ length: num_clbits }, (_, bit) => memory.get(num_clbits - 1 - bit) ?? 0).join('')
    if (isUnfinished) unfinished += weight
    else outcomes.set(bits, (outcomes.get(bits) ?? 0) + weight)
  }
  return { outcomes, unfinished }
}
