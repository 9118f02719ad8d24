/** The circuit in the text, read a moment after the last key: JSON is read here, OpenQASM by the service. */
import type { ParametricCircuit } from '../../../../main/contract/jobs/circuit'
import { routes } from '../../../../main/contract/routes'
import { type ApiProblem, problemFrom } from '../../api/transport/problem'
import { useApi } from '../../api/use-api'
import { useDebounced } from '../../api/use-debounced'
import { languageOf, readJson, type TextFault } from '../../draw/circuits/circuit-text'

export interface ParsedText {
  /** Text that was read. */
  readonly text: string
  /** null where the text has faults. */
  readonly circuit: ParametricCircuit | null
  /** `OpenQASM 3.0`, `JSON`; null where it could not be read. */
  readonly language: string | null
  readonly notes: readonly string[]
  readonly faults: readonly TextFault[]
  /** A failure that is no fault of the text, such as a service that does not reply. */
  readonly problem: ApiProblem | null
}

/** The newest reading, and whether it is of the current text. */
export interface CurrentReading {
  readonly reading: ParsedText
  readonly current: boolean
}

const EMPTY: ParsedText = { text: '', circuit: null, language: null, notes: [], faults: [], problem: null }

function jsonReading(text: string): ParsedText {
  const { circuit, faults } = readJson(text)
  return { ...EMPTY, text, circuit, faults, language: 'JSON' }
}

function failedReading(text: string, problem: ApiProblem): ParsedText {
  if (problem.code !== 'invalid_request' || problem.faults.length === 0) return { ...EMPTY, text, problem }
  return { ...EMPTY, text, faults: problem.faults }
}

export function useParsedText(text: string): CurrentReading {
  const { call } = useApi()
  const read = async (text: string, signal: AbortSignal): Promise<ParsedText> => {
    if (text.trim() === '') return { ...EMPTY, text }
    if (languageOf(text) === 'json') return jsonReading(text)
    const { circuit, version, notes } = await call(routes.parseCircuit, { body: { text } }, signal)
    return { ...EMPTY, text, circuit, notes, language: `OpenQASM ${version}` }
  }
  const { reply, stale } = useDebounced(text, (wanted, signal) =>
    read(wanted, signal).catch(thrown => failedReading(wanted, problemFrom(thrown))),
  )
  return { reading: reply ?? EMPTY, current: !stale }
}
