import { describe, expect, it } from 'vitest'
import { LabProfile } from '../../../../main/contract/instruments/lab-profile'
import type { Route } from '../../../../main/contract/routes/definition'
import { instrumentsRoutes } from '../../../../main/contract/routes/instruments'
import { labRoutes } from '../../../../main/contract/routes/lab'
import { labRecordsRoutes } from '../../../../main/contract/routes/lab-records'

const WITH_EXAMPLE = Object.entries<Route>({ ...instrumentsRoutes, ...labRoutes, ...labRecordsRoutes }).filter(
  ([, route]) => route.example !== null,
)

describe('the routes of instruments', () => {
  it.each(WITH_EXAMPLE)('%s takes its example, and nothing with a field that it does not know', (_, route) => {
    expect(route.body.safeParse(route.example).success).toBe(true)
    expect(route.body.safeParse({ ...(route.example as object), surprise: 1 }).success).toBe(false)
  })
})

describe('a lab profile', () => {
  it('names instruments by ids that stand in paths beside the stream', () => {
    const lab = { format: 'pentad-lab/2', name: 'Lab', description: '', devices: [] }
    const instrument = { id: 'dac', label: 'DAC', driver: 'qdevil-qdac2', address: { kind: 'twin', name: 'dac' } }
    expect(LabProfile.safeParse({ ...lab, instruments: [instrument] }).success).toBe(true)
    for (const id of ['events', 'a/b', '', 'A', '-'])
      expect(LabProfile.safeParse({ ...lab, instruments: [{ ...instrument, id }] }).success, id).toBe(false)
  })
})
