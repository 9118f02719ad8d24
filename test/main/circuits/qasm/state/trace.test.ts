import { expect, it } from 'vitest'
import { ProgramTrace } from '../../../../../main/circuits/qasm/state/trace'

it('records up to 50,000 statements, and says so only where it left one out', () => {
  const trace = new ProgramTrace()
  const statement = { kind: 'end', line: 1, column: 1 } as const
  trace.spans.set(statement, { start: 0, end: 1 })
  const run = (count: number) => {
    for (let i = 0; i < count; i++) trace.around(statement, [], () => {})
  }
  run(50_000)
  expect([trace.statements.length, trace.isFull]).toEqual([50_000, false])
  run(1)
  expect([trace.statements.length, trace.isFull]).toEqual([50_000, true])
})
