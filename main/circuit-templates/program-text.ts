/** Parts of OpenQASM 3 text. */

/** `comments`: lines of the head, without `//`. */
export const templateProgram = (comments: readonly string[], lines: readonly string[]): string =>
  ['OPENQASM 3.0;', 'include "stdgates.inc";', '', ...comments.map(line => `// ${line}`), ...lines, ''].join('\n')

/** Gates from |0⟩ to the eigenstate of the Pauli letter with eigenvalue +1. */
export const eigenstateGates = (letter: string, qubit: string): string[] => [
  ...(letter === 'Z' ? [] : [`h ${qubit};`]),
  ...(letter === 'Y' ? [`s ${qubit};`] : []),
]

/** Gates before a measurement of Z that make it measure the Pauli letter. */
export const basisChange = (letter: string, qubit: string): string[] => [
  ...(letter === 'Y' ? [`sdg ${qubit};`] : []),
  ...(letter === 'Z' ? [] : [`h ${qubit};`]),
]
