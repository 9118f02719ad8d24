import { it } from 'vitest'
import { expectAllWholeAfter } from './kills'

it(
  'after kill -9 during runs on a device every run has a named end, and ledger, bits and leases are whole',
  {
    timeout: 300_000,
  },
  () => expectAllWholeAfter(1),
)
