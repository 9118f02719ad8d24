import type { CircuitText, ExportCircuit, ParsedCircuit } from '../contract/jobs/circuits'
import { JsonText } from '../contract/model/json-text'
import { routes } from '../contract/routes'
import { handle, handleLarge } from './request/handler'
import type { RawRequest } from './request/raw-request'

/** Reads and writes OpenQASM. `parse` throws AppError invalid_request with line and column of each fault. */
export interface CircuitTexts {
  parse(text: string): ParsedCircuit
  write(request: ExportCircuit): CircuitText
  /** The same for bodies that nobody has read, answering JSON; left out: all are read here. */
  readonly large?: {
    parse(request: RawRequest, signal: AbortSignal): Promise<Uint8Array>
    write(request: RawRequest, signal: AbortSignal): Promise<Uint8Array>
  }
}

export const circuitRoutes = ({ parse, write, large }: CircuitTexts) => [
  handleLarge(
    handle(routes.parseCircuit, ({ body }) => parse(body.text)),
    large && (async (raw, { signal }) => new JsonText([await large.parse(raw, signal)])),
  ),
  handleLarge(
    handle(routes.exportCircuit, ({ body }) => write(body)),
    large && (async (raw, { signal }) => new JsonText([await large.write(raw, signal)])),
  ),
]
