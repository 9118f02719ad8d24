import type { Circuit, Instruction } from '../../../main/contract/jobs/circuit'

/** The gates h, rz, rx and cx one by one over typed arrays, as one would write them first: no blocks, no fusion. */
export function plainLoop({ num_qubits, instructions }: Circuit) {
  const [re, im] = [new Float64Array(2 ** num_qubits), new Float64Array(2 ** num_qubits)]
  re[0] = 1
  for (const instruction of instructions) {
    const { name, qubits, params = [] }: Instruction = instruction
    const [target, angle] = [1 << qubits.at(-1)!, (params[0] ?? 0) / 2]
    const needed = name === 'cx' ? 1 << qubits[0]! : 0
    const [c, s] = [Math.cos(angle), Math.sin(angle)]
    for (let i = 0; i < re.length; i++) {
      if ((i & target) !== 0 || (i & needed) !== needed) continue
      const j = i | target
      const [r0, i0, r1, i1] = [re[i]!, im[i]!, re[j]!, im[j]!]
      if (name === 'h') {
        re[i] = (r0 + r1) * Math.SQRT1_2
        im[i] = (i0 + i1) * Math.SQRT1_2
        re[j] = (r0 - r1) * Math.SQRT1_2
        im[j] = (i0 - i1) * Math.SQRT1_2
      } else if (name === 'rz') {
        re[i] = c * r0 + s * i0
        im[i] = c * i0 - s * r0
        re[j] = c * r1 - s * i1
        im[j] = c * i1 + s * r1
      } else if (name === 'rx') {
        re[i] = c * r0 + s * i1
        im[i] = c * i0 - s * r1
        re[j] = c * r1 + s * i0
        im[j] = c * i1 - s * r0
      } else if (name === 'cx') {
        re[i] = r1
        im[i] = i1
        re[j] = r0
        im[j] = i0
      }
    }
  }
  return { re, im }
}

/** For each qubit, how likely it reads 1. */
export function onesOf({ re, im }: { readonly re: Float64Array; readonly im: Float64Array }): number[] {
  const ones = Array.from({ length: Math.log2(re.length) }, () => 0)
  for (let i = 0; i < re.length; i++) {
    const weight = re[i]! ** 2 + im[i]! ** 2
    for (let q = 0; q < ones.length; q++) if ((i >> q) & 1) ones[q]! += weight
  }
  return ones
}
