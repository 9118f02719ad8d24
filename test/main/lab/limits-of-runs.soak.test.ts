/** A limit that a twin is made to break while a run goes, from HTTP to the record, the experiment log and the alarms. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { itemsOf, type OpenedService, openService, ready } from './opened-lab'
import { writeSmallLab } from './small-lab'

const folder = mkdtempSync(join(tmpdir(), 'pentad-limits-'))
const thermometer = { role: 'thermometer', driver: 'lakeshore-336' }
const at = { unit: 'K', for_s: 0 }
const PRECONDITIONS = [
  { id: 'cold', label: 'Mixing chamber below 30 mK', instrument: 'fridge', parameter: 'temperature', channel: 'D' },
  { id: 'still', label: 'Still below 0.5 K', instrument: 'loop', parameter: 'setpoint', channel: '1' },
]
const LIMITS = [
  { below: 0.03, max_age_s: 2 },
  { below: 0.5, max_age_s: 30 },
]
let service: OpenedService
beforeAll(async () => {
  const lab = writeSmallLab(folder, {
    instruments: [
      { id: 'fridge', label: 'Fridge', ...thermometer },
      { id: 'loop', label: 'Loop of the still', ...thermometer },
    ],
    preconditions: PRECONDITIONS.map((one, i) => ({ ...one, ...LIMITS[i], ...at })),
  })
  service = await openService({ lab })
  await ready(service, 'seq', 'fridge', 'loop')
  await service.call('POST /v1/instruments/loop/parameters/setpoint', { channel: '1', value: 0.1 })
})
afterAll(async () => {
  await service.stop()
  rmSync(folder, { recursive: true, force: true })
})

const RUNS = '/v1/backends/synthetic/logical-qubits/c0.L0/runs'
const REQUEST = {
  mode: 'correction',
  rounds: [1, 2],
  shots: 2_000,
  states: ['0', '+'],
  preparation: 'projective',
  seed: 7,
  override: true,
  readout: 'checked',
}
const script = (id: string, faults: readonly object[]) =>
  service.call(`POST /v1/instruments/${id}/faults`, { script: faults })
/** Slow enough to be overtaken. */
const slowly = () =>
  script(
    'seq',
    Array.from({ length: 90 }, (_, i) => ({ after_replies: 10 + i, fault: { kind: 'delay', ms: 150 } })),
  )

/** After a reading and the identity that is asked for behind it, so that the next reply is the first of the next reading. */
async function afterReading(precondition: string): Promise<void> {
  const line = 'GET /v1/lab/preconditions'
  const readAt = (body: Record<string, unknown>) => {
    const { reading } = itemsOf(body).find(one => one.id === precondition)!
    return (reading as { at: string } | null)?.at
  }
  const before = readAt((await service.call(line, undefined, 'qec')).body)
  await until(line, body => readAt(body) !== before)
  await new Promise(resolve => setTimeout(resolve, 300))
}
const clear = (...ids: string[]) => Promise.all(ids.map(id => script(id, [])))

async function until(line: string, wanted: (body: Record<string, unknown>) => boolean) {
  for (const end = Date.now() + 60_000; ; ) {
    const { body } = await service.call(line, undefined, 'qec')
    if (wanted(body)) return body
    if (Date.now() > end) throw new Error(JSON.stringify(body).slice(0, 1_500))
    await new Promise(resolve => setTimeout(resolve, 150))
  }
}

it.each([
  // Other readers take replies too, so the fault is injected into several readings, never into an identity reply. A broken wire: bit 0 of the status, which is asked for after the value, marks the reading invalid.
  [
    'sensor_invalid',
    'fridge',
    { after: [1, 4, 7], reply: '001\r\n' },
    'cold',
    /Mixing chamber below 30 mK: temperature D of fridge/,
  ],
  [
    'limit_breached',
    'loop',
    { after: [0, 2, 4, 6, 8], reply: '+0.9000\r\n' },
    'still',
    /setpoint 1 of loop is 0\.9 K; it must be below 0\.5 K/,
  ],
] as const)(
  'a run ends ABORTED as %s, which its record, the experiment log and an alarm say',
  async (code, instrument, { after, reply }, precondition, message) => {
    await slowly()
    const submitted = await service.call(`POST ${RUNS}`, REQUEST, 'qec')
    expect(submitted.status, JSON.stringify(submitted.body)).toBe(202)
    const run_id = String(submitted.body.run_id)
    await until(`GET /v1/lab/machine`, body => itemsOf(body).some(one => one.work === run_id && one.batch !== null))
    await afterReading(precondition)
    await script(
      instrument,
      after.map(after_replies => ({ after_replies, fault: { kind: 'nak', reply } })),
    )
    const run = await until(`GET ${RUNS}/${run_id}`, ({ status }) => status !== 'PROCESSING' && status !== 'PENDING')
    await clear('seq', instrument)
    const reason = { code, message: expect.stringMatching(message) }
    expect(run).toMatchObject({ status: 'ABORTED', status_reason: reason, summary: null })
    const { body: record } = await service.call(`GET ${RUNS}/${run_id}/record`, undefined, 'qec')
    expect(record).toMatchObject({ run_id, complete: false, status_reason: reason, simulated: true })
    const log = await service.call(`GET /v1/lab/experiment-log?event=limit&work=${run_id}`, undefined, 'qec')
    expect(itemsOf(log.body)).toContainEqual(
      expect.objectContaining({ instrument_id: instrument, simulated: true, text: expect.stringMatching(message) }),
    )
    const alarms = itemsOf((await service.call('GET /v1/lab/alarms', undefined, 'qec')).body)
    expect(alarms).toContainEqual(
      expect.objectContaining({ code, work: run_id, message: expect.stringMatching(message) }),
    )
    const met = (body: Record<string, unknown>) =>
      itemsOf(body).some(one => one.id === precondition && one.status === 'met')
    await until('GET /v1/lab/preconditions', met)
  },
)
