import { afterEach, expect, it } from 'vitest'
import type { Caller } from '../../../../main/contract/service/account'
import { createLeases } from '../../../../main/instruments/registry/leases'
import { createOperatorLeases, type OperatorLeases } from '../../../../main/lab/control/operator-leases'

const OPERATOR: Caller = { kind: 'key', key_id: 'op', name: 'operator', roles: ['operator'] }
const RUN = { id: 'run-1', label: 'a run', kind: 'run' as const }

let operators: OperatorLeases
afterEach(() => operators.close())

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
