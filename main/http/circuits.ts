import type { CircuitText, ExportCircuit, ParsedCircuit } from '../contract/circuits'
import { routes } from '../contract/routes'
import { handle } from './handle'

/** Reads and writes OpenQASM. `parse` throws AppError invalid_request with line and column of each fault. */
export interface CircuitTexts {
  parse(text: string): ParsedCircuit
  write(request: ExportCircuit): CircuitText
}

export const circuitRoutes = (circuits: CircuitTexts) => [
  handle(routes.parseCircuit, ({ body }) => circuits.parse(body.text)),
  handle(routes.exportCircuit, ({ body }) => circuits.write(body)),
]
