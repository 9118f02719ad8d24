import type { CircuitStateRequest } from '../../contract/jobs/circuit-state'
import type { CircuitTemplate, TemplateId, TemplateText } from '../../contract/jobs/circuit-template'
import type { ExportCircuit, ParseCircuit } from '../../contract/jobs/circuit-text'
import { JsonText } from '../../contract/model/json-text'
import type { ReadoutQuery } from '../../contract/modules/rounds'
import { routes } from '../../contract/routes'
import type { SavedCircuits } from '../../saved-circuits/saved-circuits'
import type { WorkContext } from '../../worker/runner'
import { type CallContext, handle, handleLarge, workContextOf } from '../request/call'
import type { RawRequest } from '../request/raw-request'

/**
 * Reads and writes OpenQASM and calculates states; every reply is JSON in UTF-8. `parse` throws AppError
 * invalid_request with the line and column of each fault.
 */
export interface CircuitTexts {
  parse(request: ParseCircuit, owner: WorkContext): Promise<Uint8Array>
  write(request: ExportCircuit, owner: WorkContext): Promise<Uint8Array>
  /** Always runs on a thread, and is cancelled when the client disconnects. */
  state(request: CircuitStateRequest, owner: WorkContext): Promise<Uint8Array>
  /** The same for unparsed bodies; left out: all bodies are parsed on the main thread. */
  readonly large?: {
    parse(request: RawRequest, owner: WorkContext): Promise<Uint8Array>
    write(request: RawRequest, owner: WorkContext): Promise<Uint8Array>
  }
}

const text = async (json: Promise<Uint8Array>): Promise<JsonText> => new JsonText([await json])

export const circuitHandlers = ({ parse, write, state, large }: CircuitTexts) => [
  handleLarge(
    handle(routes.parseCircuit, ({ body }, context) => text(parse(body, workContextOf(context)))),
    large && ((raw, context) => text(large.parse(raw, workContextOf(context)))),
  ),
  handleLarge(
    handle(routes.exportCircuit, ({ body }, context) => text(write(body, workContextOf(context)))),
    large && ((raw, context) => text(large.write(raw, workContextOf(context)))),
  ),
  handle(routes.circuitState, ({ body }, context) => text(state(body, workContextOf(context)))),
]

/** Circuits to start from. */
export interface CircuitTemplates {
  list(): CircuitTemplate[]
  /** Throws AppError invalid_request when `qubits` is given for a template of fixed size. */
  text(template: TemplateId, qubits?: number): TemplateText
  /** Throws AppError `not_found`, `no_embedding` or `disqualified`. */
  readout(
    backend_id: string,
    logical_id: string,
    options: { readonly logical: ReadoutQuery['logical']; readonly owner: WorkContext },
  ): Promise<TemplateText>
}

export const templateHandlers = ({ list, text, readout }: CircuitTemplates) => [
  handle(routes.listTemplates, () => ({ items: list() })),
  handle(routes.getTemplate, ({ params, query }) => text(params.template, query.qubits)),
  handle(routes.readoutCircuit, ({ params, query }, context) =>
    readout(params.backend_id, params.logical_id, { logical: query.logical, owner: workContextOf(context) }),
  ),
]

/** Owner of saved circuits: each key has its own, and all windows of the account holder share theirs. */
const savedBy = ({ caller }: CallContext): string => caller?.key_id ?? 'session'

export const savedCircuitHandlers = (saved: SavedCircuits) => [
  handle(routes.listSavedCircuits, ({ query }, context) => saved.list(savedBy(context), query.search)),
  handle(routes.saveCircuit, ({ body }, context) => saved.create(savedBy(context), body)),
  handle(routes.getSavedCircuit, ({ params }, context) => saved.get(savedBy(context), params.circuit_id)),
  handle(routes.getSavedVersion, ({ params }, context) => saved.version(savedBy(context), params)),
  handle(routes.saveVersion, ({ params, body }, context) => saved.save(savedBy(context), { ...params, ...body })),
  handle(routes.renameSavedCircuit, ({ params, body }, context) =>
    saved.rename(savedBy(context), params.circuit_id, body.name),
  ),
  handle(routes.deleteSavedCircuit, ({ params }, context) => saved.remove(savedBy(context), params.circuit_id)),
  handle(routes.restoreSavedCircuit, ({ params }, context) => saved.restore(savedBy(context), params.circuit_id)),
]
