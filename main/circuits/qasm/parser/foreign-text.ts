/** Characters and lines in which another language is looked for. */
const LOOKED_AT = 20_000
const LINES = 200
/** JSON up to this length is parsed to see whether it is whole. */
const PARSED = 1_000_000

const GATES = 'here H 0 is h q[0]; behind OPENQASM 3.0; include "stdgates.inc"; qubit[1] q;'
const HINTS = {
  cirq: 'this looks like Cirq (Python): paste what print(cirq.qasm(circuit)) writes',
  python: 'this looks like Python: paste what it exports as OpenQASM, in Qiskit print(qiskit.qasm3.dumps(circuit))',
  stim: `this looks like Stim: paste what print(circuit.to_qasm(open_qasm_version=3)) writes; ${GATES}`,
  quil: `this looks like Quil, which is not read: write it as OpenQASM; ${GATES}`,
  drawing: 'this looks like a drawing of a circuit in characters: paste the circuit exported as OpenQASM',
  cutJson: 'this looks like JSON that is cut or damaged: paste all of it, from the first brace to the last',
  json: 'this looks like JSON: a circuit in JSON goes into the field circuit, and OpenQASM stands here',
} as const

const PYTHON =
  /^(import [a-zA-Z_][\w.]*( as \w+)?(\s*,.*)?;?|from [a-zA-Z_.][\w.]* import .+|def \w+\(.*:|(\w+ ?= ?)?([a-z]\w*\.)*QuantumCircuit\(.*)(\s*#.*)?$/
const CIRQ = /^(import cirq\b|from cirq\b|.*\bcirq\.[A-Za-z])/
const QUIL =
  /^(DECLARE \w+ (BIT|REAL|INTEGER|OCTET)\b|MEASURE \d+|DEFGATE |DEFCIRCUIT |DEFCAL |(RX|RY|RZ|PHASE|CPHASE)\([^)]*\) \d+|(T|CCNOT|CSWAP|CZ|CNOT|ISWAP) \d+( \d+)*$|(DAGGER|CONTROLLED) [A-Z])/
/** Words of Quil that Stim has too. */
const IN_BOTH = /^(CZ|CNOT|ISWAP) /
const STIM_GATE =
  /^(I|X|Y|Z|H|H_XY|H_XZ|H_YZ|S|S_DAG|SQRT_[XYZ]{1,2}(_DAG)?|C_XYZ|C_ZYX|CX|CY|CZ|CNOT|[XYZ]C[XYZ]|SWAP|ISWAP|M|MX|MY|MZ|MR|MRX|MRY|MRZ|R|RX|RY|RZ|X_ERROR|Y_ERROR|Z_ERROR|DEPOLARIZE[12])(\([\d.e+-]+\))?( (!?\d+|rec\[-\d+\]))+\s*(#.*)?$/
const STIM_WORD =
  /^(TICK$|DETECTOR\b(\(| rec\[)|OBSERVABLE_INCLUDE\(|QUBIT_COORDS\(|SHIFT_COORDS\(|REPEAT \d+ \{|MPP(\(.*\))? !?[XYZ]\d)/
const DRAWN = /^[^"]*[─┤├]{2}/
const JSON_START = /^[{[]\s*(["{[]|$)/
const JSON_MEMBER = /^"\w*"\s*:/

/**
 * Which other language a text without an OPENQASM line looks like, and what to paste instead; null where none is
 * recognized.
 */
export function foreignTextHint(text: string): string | null {
  const all = text.slice(0, LOOKED_AT).split('\n', LINES)
  const lines = all.map(line => line.trim()).filter(line => line !== '' && !/^(#|\/\/)/.test(line))
  const [first] = lines
  if (first === undefined || lines.some(line => /^OPENQASM\b/.test(line))) return null
  if (JSON_START.test(text.trimStart().slice(0, LOOKED_AT)) || JSON_MEMBER.test(first))
    return isWholeJson(text) ? HINTS.json : HINTS.cutJson
  if (lines.some(line => CIRQ.test(line))) return HINTS.cirq
  if (lines.some(line => PYTHON.test(line))) return HINTS.python
  if (all.some(line => DRAWN.test(line))) return HINTS.drawing
  return ofGateLists(first, lines)
}

function ofGateLists(first: string, lines: readonly string[]): string | null {
  const isStim = STIM_GATE.test(first) || STIM_WORD.test(first)
  if (!isStim && !QUIL.test(first)) return null
  const isQuil = lines.some(line => QUIL.test(line) && !IN_BOTH.test(line)) && !lines.some(line => STIM_WORD.test(line))
  return isQuil || !isStim ? HINTS.quil : HINTS.stim
}

function isWholeJson(text: string): boolean {
  if (text.length > PARSED) return true
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
