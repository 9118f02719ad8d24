/** The tables of a device in our own form, filled in as an example: nine qubits in a square of three by three. */

const QUBITS = `# One row for each qubit. Leave a cell empty where nothing is known; errors may be written in percent (0.8%).
# Columns may be left out, except qubit. Headings name the unit: t1_us, t1_ms, readout_length_ns, readout_length_us, ...
# fidelity_1q, readout_fidelity and reset_fidelity may stand in place of the errors. x and y place the qubit on the map, y down.
# device: example
# vendor: Our lab
# calibrated_at: 2026-11-20T08:00:00Z
# t2_kind: echo
qubit,x,y,t1_us,t2_us,error_1q,readout_error,reset_error,gate_1q_length_ns,readout_length_ns,reset_length_ns,out_of_service
`

const COUPLINGS = `# One row for each pair of coupled qubits, by their names in the table of qubits.
# gate may be cz, cphase, cx, ecr, iswap, xy or sqrt_iswap (cz where left out); fidelity may stand in place of error.
a,b,gate,error,length_ns,out_of_service
`

/** By qubit; invented values, typical of transmons in 2025. */
const T1_US = [212, 187, 240, 198, 265, 171, 224, 203, 189]
const T2_US = [180, 142, 201, 166, 220, 139, 190, 171, 150]
const READOUT_ERROR = ['0.8%', '1.1%', '0.9%', '1.0%', '0.7%', '1.3%', '0.9%', '1.0%', '1.2%']
const CZ_ERROR = [0.0021, 0.0026, 0.0019, 0.0024, 0.0031, 0.0018, 0.0022, 0.0027, 0.002, 0.0025, 0.0023, 0.0029]

const qubitRow = (at: number): string =>
  [`Q${at}`, at % 3, Math.floor(at / 3), T1_US[at], T2_US[at], 0.0003, READOUT_ERROR[at], '', 25, 300, '', ''].join(',')

const PAIRS = [0, 1, 2, 3, 4, 5, 6, 7, 8].flatMap(at => [
  ...(at % 3 < 2 ? [[at, at + 1]] : []),
  ...(at < 6 ? [[at, at + 3]] : []),
])

const couplingRow = ([a, b]: readonly number[], at: number): string => `Q${a},Q${b},cz,${CZ_ERROR[at]},42,`

const lines = (rows: readonly string[]): string => rows.map(row => `${row}\n`).join('')

export const CSV_TEMPLATE = [
  { name: 'qubits.csv', content: QUBITS + lines(T1_US.map((_, at) => qubitRow(at))) },
  { name: 'couplings.csv', content: COUPLINGS + lines(PAIRS.map(couplingRow)) },
] as const
