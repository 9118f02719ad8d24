/**
 * IBM backend files as Qiskit publishes them: `conf` (the machine) and `props` (its figures).
 * T2 is a Hahn echo; the one-qubit error is that of `sx`; reset is given as a length only, readout included.
 */
import { z } from 'zod'
import { type FaultList, gatherFaults } from '../files/fault-list'
import { invalidFile, quote, under } from '../files/invalid-file'
import { type FilePointer, type JsonFile, read } from '../files/json'
import type { Draft, DraftEdge, DraftQubit } from '../snapshot/draft'
import { NO_FIGURES } from '../snapshot/draft'
import { toMicroseconds, toNanoseconds, toUtc } from './units'

const QubitNumber = z.int().min(0).max(9_999)

const IbmParameter = z.object({ name: z.string(), unit: z.string().default(''), value: z.number() })

type IbmParameter = z.infer<typeof IbmParameter>

const Conf = z.object({
  backend_name: z.string().min(1).max(90),
  n_qubits: z.int().min(1).max(10_000),
  coords: z.array(z.tuple([z.number(), z.number()])).nullish(),
})

const Props = z.object({
  backend_name: z.string().min(1).max(90),
  last_update_date: z.string(),
  qubits: z.array(z.unknown()),
  gates: z.array(z.unknown()),
})

const QubitParameters = z.array(IbmParameter).max(100)

const IbmGate = z.object({
  gate: z.string().min(1).max(32),
  qubits: z.array(QubitNumber).min(1).max(10),
  parameters: z.array(IbmParameter).max(50),
})

/** A gate and its JSON pointer in the file. */
type IbmGate = z.infer<typeof IbmGate> & { readonly at: string }

/** The two-qubit gate a machine is built on. Others (rzz) are derived pulses whose error is another experiment. */
const TWO_QUBIT_GATES = new Set(['cz', 'cx', 'ecr'])

/** One-pulse gates: sx on today's machines, u2 on those before 2021. */
const PULSES = ['sx', 'u2']

export const isConf = (value: object): boolean => 'basis_gates' in value && 'n_qubits' in value

export const isProps = (value: object): boolean => 'last_update_date' in value && 'gates' in value && 'qubits' in value

/** A draft of the parts without faults of one conf and one props, in either order. Throws `invalid_file` where nothing can be read. */
export function readIbm(files: readonly JsonFile[], faults: FaultList): Draft {
  const conf = only(files, isConf, 'conf')
  const props = only(files, isProps, 'props')
  const machine = faults.attempt(() => read(Conf, conf.value, { file: conf.name }), null)
  const figures = faults.attempt(() => read(Props, props.value, { file: props.name }), null)
  if (machine === null || figures === null) return refused(faults)
  faults.attempt(() => refuseMismatch(machine, figures, props.name), null)
  const gates = faults.each(figures.gates, (gate, i) => {
    const at = under('/gates', i)
    return { ...read(IbmGate, gate, { file: props.name, pointer: at }), at }
  })
  const alone = singles(gates)
  const name = figures.backend_name
  return {
    source_device: name.replace(/^(ibmq|fake)_/, 'ibm_'),
    vendor: 'IBM',
    calibrated_at: faults.attempt(() => date(figures.last_update_date, props.name), null),
    t2_kind: 'echo',
    notes: name.startsWith('fake_')
      ? [`published anonymously as ${name}; the real machine behind it is not named`]
      : [],
    qubits: faults.each(figures.qubits, (value, qubit) =>
      draftQubit(qubit, read(QubitParameters, value, { file: props.name, pointer: under('/qubits', qubit) }), {
        alone,
        file: props.name,
      }),
    ),
    edges: faults.each(gates, gate => draftEdge(gate, props.name)).flat(),
    positions: machine.coords ? new Map(machine.coords.map((position, qubit) => [String(qubit), position])) : null,
  }
}

function refused(faults: FaultList): never {
  faults.refuse()
  throw new Error('refused without a fault')
}

function only(files: readonly JsonFile[], wanted: (value: object) => boolean, role: string): JsonFile {
  const found = files.filter(({ value }) => typeof value === 'object' && value !== null && wanted(value))
  if (found.length === 1) return found[0]!
  const names = files.map(file => file.name).join(', ')
  const problem = found.length === 0 ? `no ${role} among the files` : `${found.length} ${role} files`
  throw invalidFile(
    names,
    null,
    `${problem}. An IBM calibration is one conf and one props of the same machine; give both together.`,
  )
}

function refuseMismatch(machine: z.infer<typeof Conf>, figures: z.infer<typeof Props>, file: string): void {
  if (machine.backend_name !== figures.backend_name)
    throw invalidFile(
      file,
      { pointer: '/backend_name' },
      `these figures are of ${quote(figures.backend_name)}, the conf is of ${quote(machine.backend_name)}.`,
    )
  if (machine.n_qubits !== figures.qubits.length)
    throw invalidFile(
      file,
      { pointer: '/qubits' },
      `figures of ${figures.qubits.length} qubits, but the conf says ${machine.n_qubits}.`,
    )
}

function date(published: string, file: string): string {
  const utc = toUtc(published)
  if (utc === null) throw invalidFile(file, { pointer: '/last_update_date' }, `${quote(published)} is not a date.`)
  return utc
}

/** One-qubit gates by name and qubit. */
type Singles = ReadonlyMap<string, IbmGate>

const singles = (gates: readonly IbmGate[]): Singles =>
  new Map(gates.filter(gate => gate.qubits.length === 1).map(gate => [`${gate.gate} ${gate.qubits[0]}`, gate]))

function draftQubit(
  qubit: number,
  parameters: readonly IbmParameter[],
  { alone, file }: { readonly alone: Singles; readonly file: string },
): DraftQubit {
  const at = under('/qubits', qubit)
  const faults = gatherFaults()
  const share = (error: IbmParameter | undefined, pointer = at) =>
    faults.attempt(() => fidelityAfter(error, { file, pointer }), null)
  const length = (parameter: IbmParameter | undefined, convert: typeof toMicroseconds) =>
    faults.attempt(() => time(parameter, convert, { file, pointer: at }), null)
  const own = (name: string) => parameters.find(parameter => parameter.name === name)
  const pulse = PULSES.map(name => alone.get(`${name} ${qubit}`)).find(gate => gate !== undefined)
  const draft = {
    ...NO_FIGURES,
    label: String(qubit),
    t1_us: length(own('T1'), toMicroseconds),
    t2_us: length(own('T2'), toMicroseconds),
    fidelity_1q: share(parameterOf(pulse, 'gate_error'), pulse?.at),
    readout_fidelity: share(own('readout_error')),
    gate_1q_length_ns: length(parameterOf(pulse, 'gate_length'), toNanoseconds),
    readout_length_ns: length(own('readout_length'), toNanoseconds),
    reset_length_ns: length(parameterOf(alone.get(`reset ${qubit}`), 'gate_length'), toNanoseconds),
    out_of_service: own('operational')?.value === 0 ? 'the publisher states it is not operational' : null,
    position: { pointer: at },
  }
  faults.refuse()
  return draft
}

function draftEdge(gate: IbmGate, file: string): DraftEdge[] {
  const { at } = gate
  const [a, b, third] = gate.qubits
  if (!TWO_QUBIT_GATES.has(gate.gate)) return []
  if (b === undefined || third !== undefined)
    throw invalidFile(file, { pointer: `${at}/qubits` }, `${gate.gate} acts on two qubits, not ${gate.qubits.length}.`)
  return [
    {
      a: String(a),
      b: String(b),
      gate: gate.gate,
      fidelity: fidelityAfter(parameterOf(gate, 'gate_error'), { file, pointer: at }),
      standard_error: null,
      duration_ns: time(parameterOf(gate, 'gate_length'), toNanoseconds, { file, pointer: at }),
      out_of_service:
        parameterOf(gate, 'operational')?.value === 0 ? 'the publisher states it is not operational' : null,
      position: { pointer: at },
    },
  ]
}

const parameterOf = (gate: IbmGate | undefined, name: string): IbmParameter | undefined =>
  gate?.parameters.find(parameter => parameter.name === name)

/** The fidelity that belongs to an error, which is a share from 0 to 1 without a unit. */
function fidelityAfter(error: IbmParameter | undefined, { file, pointer }: FilePointer): number | null {
  if (error === undefined) return null
  const { name, unit, value } = error
  if (unit === '' && value >= 0 && value <= 1) return 1 - value
  const found = unit === '' ? `${value}` : `${value} ${quote(unit)}`
  throw invalidFile(file, { pointer }, `${name} is ${found}, which is not a share from 0 to 1.`)
}

function time(
  parameter: IbmParameter | undefined,
  convert: (value: number, unit: string) => number | null,
  { file, pointer }: FilePointer,
): number | null {
  if (parameter === undefined) return null
  const converted = convert(parameter.value, parameter.unit)
  if (converted === null)
    throw invalidFile(
      file,
      { pointer },
      `${parameter.name} has the unit ${quote(parameter.unit)}, which is not one of time.`,
    )
  return converted
}
