/** A made-up instrument, as the list and its page show it. */
import type { InstrumentDetail, InstrumentSummary } from '../../../main/contract/instruments/instrument'
import type { ParameterReading } from '../../../main/contract/instruments/reading'

export const sampleInstrument = (instrument_id = 'dac'): InstrumentSummary => ({
  instrument_id,
  label: 'Flux bias',
  role: 'flux_bias',
  driver: 'qdevil-qdac2',
  vendor: 'QDevil',
  model: 'QDAC-II',
  serial_number: '27',
  expected_serial_number: null,
  firmware: '3-0.9',
  address: { kind: 'twin', name: instrument_id },
  port: `twin:${instrument_id}`,
  simulated: true,
  state: 'ready',
  problem: null,
  lease: { holder: null, held_with: [], since: null, expires_at: null, queue: [] },
  safe_state: { status: 'unknown', at: null },
  queued: 0,
  found_errors: [],
})

export const sampleReading = (value: number | null, at: string, channel: string | null = '1'): ParameterReading => ({
  parameter: 'voltage',
  channel,
  value,
  unit: 'V',
  status: value === null ? 'sensor_error' : 'ok',
  at,
})

export const sampleDetail = (): InstrumentDetail => ({
  ...sampleInstrument(),
  manual: 'shelf 3',
  driver_sha256: null,
  options: {},
  console: { kind: 'text', hint: 'A line.' },
  parameters: [
    {
      parameter: 'voltage',
      label: 'Voltage',
      value: { type: 'number', unit: 'V', range: [-10, 10], step: null, decimals: null, narrowed_by: null },
      access: 'read_write',
      ramp: { step: 0.01, interval_ms: 10 },
      safe_value: 0,
      channels: [
        { channel: '1', lab: null, limits: [-1, 1], latest: null },
        { channel: '2', lab: null, limits: [-1, 1], latest: null },
      ],
    },
  ],
})
