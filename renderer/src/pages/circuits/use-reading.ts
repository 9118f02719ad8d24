/** What the text means: JSON is read here, OpenQASM by the service, a moment after the last key. */
import { useEffect, useMemo, useState } from 'react'
import type { Circuit } from '../../../../main/contract/jobs'
import { routes } from '../../../../main/contract/routes'
import { type ApiProblem, problemFrom } from '../../api/transport/problem'
import { useApi } from '../../api/use-api'
import { languageOf, readJson, type TextFault } from '../../draw/circuits/text'

export interface Reading {
  /** The text this is the reading of. */
  readonly text: string
  /** null where the text has faults. */
  readonly circuit: Circuit | null
  /** `OpenQASM 3.0`, `JSON`; null where it could not be read. */
  readonly language: string | null
  readonly notes: readonly string[]
  readonly faults: readonly TextFault[]
  /** Failures that are not of the text: the service is away, or too old. */
  readonly problem: ApiProblem | null
}

const PAUSE_MS = 250
const EMPTY: Reading = { text: '', circuit: null, language: null, notes: [], faults: [], problem: null }

function jsonReading(text: string): Reading {
  const { circuit, faults } = readJson(text)
  return { ...EMPTY, text, circuit, faults, language: 'JSON' }
}

function failedReading(text: string, problem: ApiProblem): Reading {
  if (problem.code !== 'invalid_request' || problem.faults.length === 0) return { ...EMPTY, text, problem }
  return { ...EMPTY, text, faults: problem.faults }
}

/** The newest reading, and whether it is of the text as it is now. */
export function useReading(text: string): { reading: Reading; current: boolean } {
  const { call, epoch } = useApi()
  const [reading, setReading] = useState<Reading>(EMPTY)
  // A new epoch asks again: the service may have been away.
  const question = useMemo(() => ({ text, epoch }), [text, epoch])
  useEffect(() => {
    const { text } = question
    const stop = new AbortController()
    const settle = (found: Reading) => stop.signal.aborted || setReading(found)
    const read = async (): Promise<Reading> => {
      if (text.trim() === '') return { ...EMPTY, text }
      if (languageOf(text) === 'json') return jsonReading(text)
      const { circuit, version, notes } = await call(routes.parseCircuit, { body: { text } }, stop.signal)
      return { ...EMPTY, text, circuit, notes, language: `OpenQASM ${version}` }
    }
    const timer = setTimeout(() => {
      read().then(settle, thrown => settle(failedReading(text, problemFrom(thrown))))
    }, PAUSE_MS)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [call, question])
  return { reading, current: reading.text === text }
}
