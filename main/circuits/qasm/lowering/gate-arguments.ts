import { countedNoun } from '../../../contract/numbers/number-text'
import type { GateApplication } from '../model/ast'
import { type SourceLocation, semanticError } from '../model/diagnostics'

/** The checks of a gate call: numbers of qubits and parameters, and no qubit twice among qubits and controls. */
export function checkArguments(at: SourceLocation, { gate, params, qubits, controls }: GateApplication): void {
  if (gate.kind === 'opaque') return
  const [wantedParams, wantedQubits] =
    gate.kind === 'native' ? [gate.params, gate.qubits] : [gate.params.length, gate.qubits.length]
  if (params.length !== wantedParams)
    semanticError(at, `${gate.name} takes ${countedNoun(wantedParams, 'parameter')}, ${params.length} given`)
  if (qubits.length !== wantedQubits)
    semanticError(at, `${gate.name} takes ${countedNoun(wantedQubits, 'qubit')}, ${qubits.length} given`)
  checkDistinct(at, gate.name, [...qubits, ...controls.map(({ qubit }) => qubit)])
}

function checkDistinct(at: SourceLocation, name: string, qubits: readonly number[]): void {
  if (new Set(qubits).size !== qubits.length) semanticError(at, `${name} names one qubit twice`)
}
