/** Every template that needs no device. */
import { type CircuitTemplate, GHZ_QUBITS, type TemplateId, type TemplateText } from '../contract/jobs/circuit-template'
import { AppError } from '../contract/model/errors'
import { ghzText, teleportationText } from './entangled'
import { encoderText, flaggedRoundText } from './five-qubit'

interface Template extends CircuitTemplate {
  readonly write: (qubits: number) => string
}

const GHZ_DEFAULT = 3

const TEMPLATES: readonly Template[] = [
  {
    template: 'ghz',
    name: 'GHZ state',
    about: 'Reads all 0 or all 1, half each; two qubits are a Bell pair',
    qubits: { ...GHZ_QUBITS, default: GHZ_DEFAULT },
    write: ghzText,
  },
  {
    template: 'teleportation',
    name: 'Teleportation (3 qubits)',
    about: 'Measures in the middle and corrects; c[2] reads 0',
    qubits: null,
    write: teleportationText,
  },
  {
    template: 'encoder-513',
    name: '[[5,1,3]] encoder (5 qubits)',
    about: 'Encodes a state and decodes it again; every bit reads 0',
    qubits: null,
    write: encoderText,
  },
  {
    template: 'flagged-round',
    name: '[[5,1,3]] flagged round (7 qubits)',
    about: 'Encodes a state and extracts its syndrome with flags; every bit reads 0',
    qubits: null,
    write: flaggedRoundText,
  },
]

export const circuitTemplates = (): CircuitTemplate[] => TEMPLATES.map(({ write, ...template }) => template)

/** Throws AppError invalid_request where a size is asked of a template that has its own. */
export function templateText(id: TemplateId, qubits?: number): TemplateText {
  const template = TEMPLATES.find(({ template }) => template === id)!
  if (qubits !== undefined && template.qubits === null) throw ownSize(template.name)
  if (template.qubits === null) return { name: template.name, text: template.write(0) }
  const size = qubits ?? template.qubits.default
  return { name: `${template.name} (${size} qubits)`, text: template.write(size) }
}

function ownSize(name: string): AppError {
  const message = `${name} has a size of its own; leave qubits out`
  return new AppError('invalid_request', message, { faults: [{ pointer: '#query/qubits', message }] })
}
