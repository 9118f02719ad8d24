import fc from 'fast-check'
import { QasmError } from '../../../../main/circuits/qasm/model/diagnostics'
import type { Circuit, Condition } from '../../../../main/contract/jobs/circuit'
import { parseQasm } from './parse-qasm'

/** The final classical bits of a circuit of x, measure, reset and barrier, whose every outcome is certain. */
export function finalBits({ num_qubits, num_clbits, instructions }: Circuit): number[] {
  const [qubits, bits] = [Array<number>(num_qubits).fill(0), Array<number>(num_clbits ?? 0).fill(0)]
  for (const { name, qubits: on, clbits = [], condition } of instructions) {
    if (condition && !holds(condition, bits)) continue
    if (name === 'x') qubits[on[0]!]! ^= 1
    else if (name === 'reset') qubits[on[0]!] = 0
    else if (name === 'measure') bits[clbits[0]!] = qubits[on[0]!]!
    else throw new Error(`${name} is not simulated here`)
  }
  return bits
}

const holds = (condition: Condition, bits: readonly number[]): boolean => {
  if ('clbit' in condition) return bits[condition.clbit] === condition.value
  const value = BigInt(condition.value)
  return condition.clbits.every((clbit, i) => bits[clbit] === Number((value >> BigInt(i)) & 1n))
}

/** Qubits 0 to 2 hold the bits of `input`, so that what is measured is known. */
export const started = (input: number) =>
  `OPENQASM 3; include "stdgates.inc"; qubit[3] q; bit[3] c; bit[3] d; bit[4] e; uint[3] n = 0; bool b = false; array[uint[3], 3] a;
   def flipped(qubit a) -> bit { x a; return measure a; } def tick(qubit a) -> uint { x a; return 2 * int(measure a); }
   def bump(mutable array[uint[3], 3] all, uint i) { all[i] += 1; }
   def pick(qubit p, bit a, bit b) -> bit { if (a) { x p; return measure p; } if (b) return 0; x p; return 1; }
   def find(qubit[3] p) -> uint { for uint k in [0:2] { bit t = measure p[k]; if (t) return k; x p[k]; } return 3; }
   ${[0, 1, 2].map(i => ((input >> i) & 1 ? `x q[${i}];` : '')).join(' ')} c = measure q;`
export const INPUTS = [0, 1, 2, 3, 4, 5, 6, 7]

interface Memory {
  readonly q: number[]
  readonly c: number[]
  readonly d: number[]
  readonly a: number[]
  n: number
  b: number
}
interface Term {
  readonly text: string
  readonly of: (memory: Memory) => number
}
export interface Step {
  readonly text: string
  readonly run: (memory: Memory) => unknown
}
const flag = (value: boolean) => (value ? 1 : 0)
const place = fc.nat(2)

const { bool } = fc.letrec<{ bool: Term }>(tie => ({
  bool: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    place.map((i): Term => ({ text: `c[${i}]`, of: m => m.c[i]! })),
    place.map((i): Term => ({ text: `d[${i}]`, of: m => m.d[i]! })),
    fc.constant<Term>({ text: 'b', of: m => m.b }),
    fc.nat(7).map((k): Term => ({ text: `(n == ${k})`, of: m => flag(m.n === k) })),
    fc.nat(7).map((k): Term => ({ text: `(n < ${k})`, of: m => flag(m.n < k) })),
    tie('bool').map((a): Term => ({ text: `!${a.text}`, of: m => 1 - a.of(m) })),
    fc.tuple(tie('bool'), tie('bool'), fc.constantFrom('&&', '||', '!=', '==')).map(
      ([a, b, operator]): Term => ({
        text: `(${a.text} ${operator} ${b.text})`,
        of: m => joined(operator, a.of(m), b.of(m)),
      }),
    ),
  ),
}))
const joined = (operator: string, a: number, b: number) => {
  if (operator === '&&') return a & b
  if (operator === '||') return a | b
  return operator === '!=' ? a ^ b : 1 - (a ^ b)
}

const number: fc.Arbitrary<Term> = fc.oneof(
  fc.nat(7).map((k): Term => ({ text: `${k}`, of: () => k })),
  fc.nat(7).map((k): Term => ({ text: `n + ${k}`, of: m => m.n + k })),
  fc.nat(7).map((k): Term => ({ text: `n - ${k}`, of: m => m.n - k })),
  fc.constant<Term>({ text: 'n * 2', of: m => m.n * 2 }),
  fc.constant<Term>({ text: 'uint[3](c)', of: m => m.c[0]! + 2 * m.c[1]! + 4 * m.c[2]! }),
  fc.constant<Term>({ text: 'n + int[3](d)', of: m => m.n + m.d[0]! + 2 * m.d[1]! - 4 * m.d[2]! }),
  fc.constant<Term>({ text: 'popcount(c) << 1', of: m => 2 * (m.c[0]! + m.c[1]! + m.c[2]!) }),
)

const withBit = (number: number, place: number, bit: number) => (number & ~(1 << place)) | (bit << place)

const flip = (memory: Memory, place: number) => {
  memory.q[place] = 1 - memory.q[place]!
  return memory.q[place]!
}

function controlling(of: string, memory: Memory): number {
  if (of === 'n') return memory.n
  if (of === 'uint[3](c)') return memory.c[0]! + 2 * memory.c[1]! + 4 * memory.c[2]!
  return 2 * flip(memory, 0)
}

/** How a block is left before its end. */
const [BREAK, CONTINUE] = [Symbol('break'), Symbol('continue')]

function find(memory: Memory): number {
  for (const k of [0, 1, 2]) {
    if (memory.q[k] === 1) return k
    memory.q[k] = 1
  }
  return 3
}

function pick(memory: Memory, place: number, a: number, b: number): number {
  if (a === 1) return flip(memory, place)
  if (b === 1) return 0
  memory.q[place]! ^= 1
  return 1
}

/** Bounds of a loop, some of them measured. */
const RANGES: readonly (readonly [text: string, bounds: (memory: Memory) => readonly [number, number, number]])[] = [
  ['0:2', () => [0, 1, 2]],
  ['0:int(c[1:2])', m => [0, 1, m.c[1]! + 2 * m.c[2]!]],
  ['n:-1:int(d[0])', m => [m.n, -1, m.d[0]!]],
  ['int(c[0]):1 + int(c[1]):3', m => [m.c[0]!, 1 + m.c[1]!, 3]],
]

function runLoop(memory: Memory, [start, step, stop]: readonly [number, number, number], body: readonly Step[]): void {
  for (let k = start; step > 0 ? k <= stop : k >= stop; k += step) if (runAll(body, memory) === BREAK) return
}

const { block } = fc.letrec<{ block: readonly Step[]; few: readonly Step[]; turn: readonly Step[]; step: Step }>(
  tie => ({
    turn: fc
      .tuple(tie('few'), bool, fc.constantFrom(BREAK, CONTINUE), tie('few'), tie('few'))
      .map(([before, a, exit, inside, after]): readonly Step[] => {
        const text = `if (${a.text}) { ${textOf(inside)} ${exit.description}; }`
        const run = (m: Memory) => {
          if (a.of(m) === 0) return null
          runAll(inside, m)
          return exit
        }
        return [...before, { text, run }, ...after]
      }),
    step: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc
        .tuple(place, place)
        .map(([i, j]): Step => ({ text: `c[${i}] = measure q[${j}];`, run: m => (m.c[i] = m.q[j]!) })),
      place.map((i): Step => ({ text: `x q[${i}];`, run: m => (m.q[i]! ^= 1) })),
      fc.tuple(place, bool).map(([i, a]): Step => ({ text: `c[${i}] = ${a.text};`, run: m => (m.c[i] = a.of(m)) })),
      fc.tuple(place, bool).map(([i, a]): Step => ({ text: `d[${i}] = ${a.text};`, run: m => (m.d[i] = a.of(m)) })),
      bool.map((a): Step => ({ text: `b = ${a.text};`, run: m => (m.b = a.of(m)) })),
      number.map((a): Step => ({ text: `n = ${a.text};`, run: m => (m.n = ((a.of(m) % 8) + 8) % 8) })),
      fc.constantFrom<Step>(
        { text: 'd = c;', run: m => m.d.splice(0, 3, ...m.c) },
        { text: 'c = c << 1;', run: m => m.c.splice(0, 3, 0, m.c[0]!, m.c[1]!) },
        { text: 'c >>= 1;', run: m => m.c.splice(0, 3, m.c[1]!, m.c[2]!, 0) },
        { text: 'd[0:1] = d[{1, 0}];', run: m => m.d.splice(0, 2, m.d[1]!, m.d[0]!) },
        { text: 'd ^= c;', run: m => m.d.splice(0, 3, ...m.d.map((bit, i) => bit ^ m.c[i]!)) },
        { text: 'c = rotl(c, 1);', run: m => m.c.unshift(m.c.pop()!) },
        { text: 'd = rotr(c, 1);', run: m => m.d.splice(0, 3, m.c[1]!, m.c[2]!, m.c[0]!) },
        { text: 'a[0:1] = a[1:2];', run: m => m.a.splice(0, 2, m.a[1]!, m.a[2]!) },
        { text: 'n = a[n % 3];', run: m => (m.n = m.a[m.n % 3]!) },
        { text: 'bump(a, n % 3);', run: m => (m.a[m.n % 3] = (m.a[m.n % 3]! + 1) % 8) },
        { text: 'for uint k in a { n ^= k; }', run: m => (m.n ^= m.a[0]! ^ m.a[1]! ^ m.a[2]!) },
        { text: 'c[2] = 1;', run: m => (m.c[2] = 1) },
        { text: 'd = "010";', run: m => m.d.splice(0, 3, 0, 1, 0) },
        { text: 'c = measure q;', run: m => m.c.splice(0, 3, ...m.q) },
        { text: 'for uint k in [0:2] if (c[k]) x q[k];', run: m => m.c.map((bit, k) => (m.q[k]! ^= bit)) },
        { text: 'for bit k in c { b = k != b; }', run: m => (m.b ^= m.c[0]! ^ m.c[1]! ^ m.c[2]!) },
      ),
      fc.tuple(fc.constantFrom(...RANGES), tie('turn')).map(
        ([[range, bounds], body]): Step => ({
          text: `for int k in [${range}] { ${textOf(body)} }`,
          run: m => runLoop(m, bounds(m), body),
        }),
      ),
      fc
        .tuple(place, number)
        .map(([i, a]): Step => ({ text: `a[${i}] = ${a.text};`, run: m => (m.a[i] = ((a.of(m) % 8) + 8) % 8) })),
      place.map((i): Step => ({ text: `n = a[${i}] + n;`, run: m => (m.n = (m.a[i]! + m.n) % 8) })),
      fc.constant<Step>({ text: 'n = find(q);', run: m => (m.n = find(m)) }),
      fc.tuple(place, place, bool, bool).map(
        ([i, j, a, b]): Step => ({
          text: `d[${i}] = pick(q[${j}], ${a.text}, ${b.text});`,
          run: m => (m.d[i] = pick(m, j, a.of(m), b.of(m))),
        }),
      ),
      place.map((i): Step => ({ text: `reset q[${i}];`, run: m => (m.q[i] = 0) })),
      fc.tuple(place, fc.nat(1)).map(([i, k]): Step => ({ text: `c[${i}] = ${k};`, run: m => (m.c[i] = k) })),
      fc
        .tuple(place, bool)
        .map(([i, a]): Step => ({ text: `n[${i}] = ${a.text};`, run: m => (m.n = withBit(m.n, i, a.of(m))) })),
      fc
        .tuple(place, place)
        .map(([i, j]): Step => ({ text: `d[${i}] = flipped(q[${j}]);`, run: m => (m.d[i] = flip(m, j)) })),
      fc.tuple(place, place).map(
        ([i, j]): Step => ({
          text: `b = flipped(q[${i}]) != flipped(q[${j}]);`,
          run: m => (m.b = flip(m, i) ^ flip(m, j)),
        }),
      ),
      fc.tuple(bool, place).map(
        ([a, i]): Step => ({
          text: `b = ${a.text} && flipped(q[${i}]);`,
          run: m => (m.b = a.of(m) === 1 ? flip(m, i) : 0),
        }),
      ),
      fc.tuple(fc.nat(1), bool, place, place).map(
        ([k, a, i, j]): Step => ({
          text: `{ bit t = ${k}; if (${a.text}) t = measure q[${i}]; d[${j}] = t; x q[${i}]; }`,
          run: m => {
            m.d[j] = a.of(m) === 1 ? m.q[i]! : k
            m.q[i]! ^= 1
          },
        }),
      ),
      fc.tuple(bool, place, place).map(
        ([a, i, j]): Step => ({
          text: `{ bit t; bit u; t = measure q[${i}]; u = t; if (${a.text}) c[${j}] = u; else d[${j}] = t; }`,
          run: m => ((a.of(m) === 1 ? m.c : m.d)[j] = m.q[i]!),
        }),
      ),
      fc
        .tuple(place, place)
        .map(
          ([i, j]): Step => ({ text: `{ bit t; t = measure q[${i}]; d[${j}] = t; }`, run: m => (m.d[j] = m.q[i]!) }),
        ),
      fc.tuple(bool, tie('block')).map(
        ([a, yes]): Step => ({
          text: `if (${a.text}) { ${textOf(yes)} }`,
          run: m => (a.of(m) === 1 ? runAll(yes, m) : null),
        }),
      ),
      fc
        .tuple(
          ...([fc.constantFrom('n', 'uint[3](c)', 'tick(q[0])'), fc.integer({ min: 1, max: 6 })] as const),
          ...([tie('block'), tie('block'), tie('block')] as const),
        )
        .map(
          ([of, k, first, second, last]): Step => ({
            text: `switch (${of}) { case ${k} { ${textOf(first)} } case 0, ${k + 1} { ${textOf(second)} } default { ${textOf(last)} } }`,
            run: m => {
              const value = controlling(of, m)
              return runAll(value === k ? first : value === 0 || value === k + 1 ? second : last, m)
            },
          }),
        ),
      fc.tuple(bool, tie('block'), tie('block')).map(
        ([a, yes, no]): Step => ({
          text: `if (${a.text}) { ${textOf(yes)} } else { ${textOf(no)} }`,
          run: m => runAll(a.of(m) === 1 ? yes : no, m),
        }),
      ),
    ),
    block: fc.array(tie('step'), { minLength: 1, maxLength: 4 }),
    few: fc.array(tie('step'), { maxLength: 2 }),
  }),
)

export { block }

const textOf = (steps: readonly Step[]) => steps.map(({ text }) => text).join(' ')
/** BREAK or CONTINUE where a step left the block. */
function runAll(steps: readonly Step[], memory: Memory): symbol | null {
  for (const step of steps) {
    const exit = step.run(memory)
    if (typeof exit === 'symbol') return exit
  }
  return null
}

/** How a program shows n and b: by storing them in e, or by declaring them as outputs. */
export const STORED = {
  text: (input: number, steps: string) => `${started(input)} ${steps} e[0:2] = n[0:2]; e[3] = b;`,
  shown: (bits: readonly number[]) => bits.slice(0, 10),
}
export const GIVEN: typeof STORED = {
  text: (input, steps) =>
    `${started(input).replace('uint[3] n', 'output uint[3] n').replace('bool b', 'output bool b')} ${steps}`,
  // The bits of outputs come first.
  shown: bits => [...bits.slice(4, 10), ...bits.slice(0, 4)],
}

/**
 * The final values of c, d, n and b, by running the program and by its circuit; null if it is refused as unsupported.
 */
export function bothWays(steps: readonly Step[], input: number, { text, shown: pick } = STORED) {
  const q = [input & 1, (input >> 1) & 1, (input >> 2) & 1]
  const memory: Memory = { q, c: [...q], d: [0, 0, 0], a: [0, 0, 0], n: 0, b: 0 }
  runAll(steps, memory)
  const shown = [...memory.c, ...memory.d, memory.n & 1, (memory.n >> 1) & 1, memory.n >> 2, memory.b]
  try {
    return { shown, computed: pick(finalBits(parseQasm(text(input, textOf(steps))).circuit)) }
  } catch (error) {
    if (error instanceof QasmError && error.problems.every(({ kind }) => kind === 'unsupported')) return null
    throw error
  }
}
