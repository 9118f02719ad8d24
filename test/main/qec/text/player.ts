import { createRandom } from '../../../../main/simulation/model/random'
import { PlainTableau } from '../../../../main/simulation/stabilizer/tableau'

/** A qubit register that measures as quantum mechanics says; the tableau is judged elsewhere. */
function register(qubits: number, seed: bigint) {
  const random = createRandom(seed)
  const tableau = new PlainTableau(qubits, random)
  const measure = (q: number): number => tableau.measure(q)
  const gates: Record<string, (...qubits: number[]) => void> = {
    h: q => tableau.h(q!),
    s: q => tableau.s(q!),
    sdg: q => {
      tableau.z(q!)
      tableau.s(q!)
    },
    x: q => tableau.x(q!),
    y: q => {
      tableau.x(q!)
      tableau.z(q!)
    },
    z: q => tableau.z(q!),
    cz: (a, b) => tableau.cz(a!, b!),
    reset: q => {
      if (measure(q!) === 1) gates.x!(q!)
    },
  }
  return { gates, measure }
}

const STIM_GATES: Record<string, string> = {
  H: 'h',
  S: 's',
  S_DAG: 'sdg',
  X: 'x',
  Y: 'y',
  Z: 'z',
  CZ: 'cz',
  R: 'reset',
}
const NOISE = /^(X_ERROR|PAULI_CHANNEL_1|DEPOLARIZE2)\(/

export interface StimRun {
  readonly detectors: readonly number[]
  readonly observable: number
  readonly measured: number
  /** Lines of each noise instruction. */
  readonly noise: ReadonlyMap<string, number>
}

/** Plays a text line by line as Stim's format says, noise left out. Throws on a line it does not know. */
export function playStim(text: string, qubits: number, seed: bigint): StimRun {
  const { gates, measure } = register(qubits, seed)
  const record: number[] = []
  const detectors: number[] = []
  const noise = new Map<string, number>()
  let observable = 0
  const parity = (line: string) =>
    [...line.matchAll(/rec\[(-\d+)\]/g)].reduce((sum, [, back]) => sum ^ record.at(Number(back))!, 0)
  for (const line of text.split('\n').filter(one => one !== '' && !one.startsWith('#'))) {
    const [head, ...targets] = line.split(/ (?![^(]*\))/)
    const name = head!.replace(/\(.*/, '')
    if (NOISE.test(line)) noise.set(name, (noise.get(name) ?? 0) + 1)
    else if (name === 'M') record.push(measure(Number(targets[0])))
    else if (name === 'DETECTOR') detectors.push(parity(line))
    else if (name === 'OBSERVABLE_INCLUDE') observable ^= parity(line)
    else if (STIM_GATES[name]) gates[STIM_GATES[name]]!(...targets.map(Number))
    else throw new Error(`unknown line: ${line}`)
  }
  return { detectors, observable, noise, measured: record.length }
}

/** Plays the OpenQASM that our rounds use: gates, measurements, bit arithmetic, ifs without nesting. Returns c and r. */
export function playQasm(text: string, qubits: number, seed: bigint): { c: number[]; r: number[] } {
  const { gates, measure } = register(qubits, seed)
  const bits: Record<string, number[]> = { c: [], r: [] }
  const value = (name: string) => {
    const [, inverted, array, index] = /^(~?)([cr])\[(\d+)\]$/.exec(name)!
    return (bits[array!]![Number(index)] ?? 0) ^ (inverted ? 1 : 0)
  }
  let skipping = false
  for (const raw of text.split('\n').slice(1)) {
    const line = raw.trim()
    if (line === '' || /^(\/\/|include|qubit|bit|delay)/.test(line)) continue
    if (line === '}') skipping = false
    else if (line.startsWith('if')) skipping = value(/\((.*)\)/.exec(line)![1]!) === 0
    else if (!skipping) step(line)
  }
  function step(line: string): void {
    const assigned = /^([cr])\[(\d+)\] = (.*);$/.exec(line)
    if (!assigned) {
      const [, name, targets] = /^(\w+) (.*);$/.exec(line)!
      gates[name!]!(...[...targets!.matchAll(/q\[(\d+)\]/g)].map(([, q]) => Number(q)))
      return
    }
    const [, array, index, expression] = assigned
    bits[array!]![Number(index)] = evaluate(expression!)
  }
  function evaluate(expression: string): number {
    const measured = /^measure q\[(\d+)\]$/.exec(expression)
    if (measured) return measure(Number(measured[1]))
    if (/^[01]$/.test(expression)) return Number(expression)
    const [, a, operator, b] = /^(\S+) ([\^&|]) (\S+)$/.exec(expression)!
    const [x, y] = [value(a!), value(b!)]
    return operator === '^' ? x ^ y : operator === '&' ? x & y : x | y
  }
  return { c: bits.c!, r: bits.r! }
}
