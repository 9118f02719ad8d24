/** Pauli strings: sparse `Z0 X3` or dense `XIIZ`, the left-most letter for the highest qubit. */

export type PauliLetter = 'X' | 'Y' | 'Z'

/** The letters other than I, by qubit, in ascending order of the qubit. */
export type Pauli = ReadonlyMap<number, PauliLetter>

const DENSE = /^[IXYZ]+$/
const SPARSE = /^([IXYZ])(0|[1-9][0-9]{0,4})$/

/** What reading a text as a Pauli gives: `fault` says what is wrong with the text. */
export type ReadPauli = Pauli | { readonly fault: string }

/** Reads the text for a circuit of so many qubits. */
export function readPauli(text: string, num_qubits: number): ReadPauli {
  const trimmed = text.trim()
  if (trimmed === 'I') return new Map()
  return DENSE.test(trimmed) ? readDense(trimmed, num_qubits) : readSparse(trimmed, num_qubits)
}

export const isPauli = (read: ReadPauli): read is Pauli => read instanceof Map

function readDense(text: string, num_qubits: number): ReadPauli {
  if (text.length !== num_qubits)
    return {
      fault: `"${shown(text)}" has ${text.length} letters and the circuit ${num_qubits} qubits: give one for each, or the sparse form "Z0 X3"`,
    }
  const pauli = new Map<number, PauliLetter>()
  for (let qubit = 0; qubit < num_qubits; qubit++) {
    const letter = text[num_qubits - 1 - qubit]!
    if (letter !== 'I') pauli.set(qubit, letter as PauliLetter)
  }
  return pauli
}

function readSparse(text: string, num_qubits: number): ReadPauli {
  const found = new Map<number, PauliLetter | 'I'>()
  for (const word of text.split(/[\s*]+/)) {
    const match = SPARSE.exec(word)
    if (!match)
      return { fault: `"${shown(word)}" is neither a letter and a qubit, as Z0, nor letters I, X, Y and Z alone` }
    const [letter, qubit] = [match[1] as PauliLetter | 'I', Number(match[2])]
    if (qubit >= num_qubits) return { fault: `${word}: qubit ${qubit} is out of range 0..${num_qubits - 1}` }
    if (found.has(qubit)) return { fault: `${word}: qubit ${qubit} is listed twice` }
    found.set(qubit, letter)
  }
  const letters = [...found].filter((entry): entry is [number, PauliLetter] => entry[1] !== 'I')
  return new Map(letters.sort(([a], [b]) => a - b))
}

const shown = (text: string): string => (text.length > 40 ? `${text.slice(0, 40)}…` : text)

/** `Z0 X3`; `I` for the identity. */
export const sparseText = (pauli: Pauli): string =>
  pauli.size === 0 ? 'I' : [...pauli].map(([qubit, letter]) => letter + qubit).join(' ')
