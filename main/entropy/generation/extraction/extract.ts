import { countedNoun } from '../../../contract/numbers/number-text'
import type { CirculantKernel } from './circulant'
import { isCirculantPrime } from './circulant-primes'
import type { ExtractionPlan } from './plan'

/**
 * Carries out a plan on the raw bits of its sources, given in the plan's order and planned lengths. Zeroes the inputs and
 * intermediate results, whether it succeeds or not. Throws RangeError where their number or a length is not as planned.
 */
export async function extractByPlan(
  { steps, bits }: ExtractionPlan,
  inputs: readonly Uint8Array[],
  kernel: CirculantKernel,
): Promise<Uint8Array> {
  const passed: Uint8Array[] = []
  try {
    needLengths(bits, inputs)
    let y = inputs[1]!
    for (const [i, { n, m }] of steps.entries()) {
      if (!isCirculantPrime(n)) throw new RangeError(`2 is no primitive root of ${n}, or it is no prime`)
      y = await kernel({ n, m, x: i === 0 ? inputs[0]! : inputs[i + 1]!, y })
      passed.push(y)
    }
    passed.pop()
    return y
  } finally {
    for (const each of [...inputs, ...passed]) each.fill(0)
  }
}

function needLengths(bits: readonly number[], inputs: readonly Uint8Array[]): void {
  if (inputs.length !== bits.length)
    throw new RangeError(`the plan takes ${countedNoun(bits.length, 'input')}, not ${inputs.length}`)
  for (const [i, count] of bits.entries()) {
    const planned = Math.ceil(count / 8)
    const { length } = inputs[i]!
    if (length !== planned) throw new RangeError(`input ${i} has ${length} bytes instead of ${planned}`)
  }
}
