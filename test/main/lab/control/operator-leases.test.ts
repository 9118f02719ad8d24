import { afterEach, expect, it } from 'vitest'
import type { Caller } from '../../../../main/contract/service/account'
import { createLeases } from '../../../../main/instruments/registry/leases'
import { createOperatorLeases, type OperatorLeases } from '../../../../main/lab/control/operator-leases'
import { holderIdOf } from '../../../../main/lab/model/actor'

const OPERATOR: Caller = { kind: 'key', key_id: 'op', name: 'operator', roles: ['operator'] }
const RUN = { id: 'run-1', label: 'a run', kind: 'run' as const }

let operators: OperatorLeases
afterEach(() => operators.close())

it('is of the account holder in every window and terminal, and keeps each API key out', async () => {
  const leases = createLeases()
  operators = createOperatorLeases(leases, Date.now, () => undefined)
  const inWindow: Caller = { kind: 'session', key_id: null, name: 'session', roles: ['operator'] }
  const inTerminal: Caller = { ...inWindow, name: 'command line' }
  expect(operators.take('dac', 5, inWindow)).toMatchObject({ yours: 'held' })
  expect(operators.of('dac', inTerminal)).toMatchObject({ yours: 'held' })
  expect(() => leases.check('dac', holderIdOf(inTerminal))).not.toThrow()
  expect(operators.of('dac', OPERATOR)).toMatchObject({ yours: 'none', holder: { label: 'account holder' } })
  expect(() => leases.check('dac', holderIdOf(OPERATOR))).toThrow(/account holder holds it/)
})

it('a place that is given back and taken again at once is kept until the instrument is free', async () => {
  const leases = createLeases()
  operators = createOperatorLeases(leases, Date.now, () => undefined)
  const run = await leases.acquire(['dac'], RUN, {})
  operators.take('dac', 5, OPERATOR)
  operators.release('dac', OPERATOR)
  expect(operators.take('dac', 5, OPERATOR)).toMatchObject({ yours: 'waiting', place: 1 })
  await Promise.resolve()
  run.release()
  await new Promise(resolve => setImmediate(resolve))
  expect(operators.of('dac', OPERATOR)).toMatchObject({ yours: 'held', place: null })
})
