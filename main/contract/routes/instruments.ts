/** Instruments: state, readings and settings, console, leases, safe state, faults of twins, and their stream. */
import { DiscoveryReply, DriverList, Identify, IdentifyReply } from '../instruments/discovery'
import { InstrumentEvent, InstrumentEventsQuery } from '../instruments/events'
import { AddInstrument, EditInstrument, InstrumentDetail, InstrumentList } from '../instruments/instrument'
import { LeaseReply, TakeLease } from '../instruments/lease'
import { SafeStateReply } from '../instruments/limits'
import {
  ConsoleLine,
  ConsoleReply,
  InstrumentParam,
  ParameterParam,
  ReadQuery,
  ReadReply,
  SetParameter,
  SetReply,
} from '../instruments/reading'
import { TwinFaultScript, TwinFaultState } from '../instruments/twin-faults'
import { Done } from '../model/primitives'
import { OPERATOR, route } from './define-route'
import type { Access, Route } from './definition'

const ANY: Access = 'signed_in'
/** Errors of requests to an instrument. */
const ASKING: Route['errors'] = [
  'not_found',
  'instrument_unavailable',
  'instrument_fault',
  'instrument_busy',
  'instrument_held',
  'reading_invalid',
]

export const instrumentsRoutes = {
  listInstruments: route('GET /v1/instruments', 'instruments', {
    access: ANY,
    summary: 'Every instrument and sequencer of the lab: state, address, who holds it, what is wrong',
    reply: InstrumentList,
  }),
  addInstrument: route('POST /v1/instruments', 'instruments', {
    access: OPERATOR,
    summary: 'Add an instrument to the lab profile and connect it; undo takes it back',
    body: AddInstrument,
    reply: InstrumentDetail,
    status: 201,
    errors: ['conflict'],
    example: {
      id: 'magnet',
      label: 'Magnet supply',
      role: 'other',
      driver: 'srs-dc205',
      address: { kind: 'twin', name: 'magnet' },
    },
  }),
  instrumentEvents: route('GET /v1/instruments/events', 'instruments', {
    access: ANY,
    summary:
      'WebSocket: states, leases, readings (at most 2 a second of each parameter and channel), logs, alarms and progress of runs, with resume; one frame a message',
    query: InstrumentEventsQuery,
    reply: InstrumentEvent,
    status: 101,
    errors: ['upgrade_required'],
  }),
  getInstrument: route('GET /v1/instruments/:instrument_id', 'instruments', {
    access: ANY,
    summary: 'One instrument with its parameters as forms need them; nothing is asked',
    params: InstrumentParam,
    reply: InstrumentDetail,
    errors: ['not_found'],
  }),
  editInstrument: route('POST /v1/instruments/:instrument_id', 'instruments', {
    access: OPERATOR,
    summary: 'Change label, role, serial number, address or options in the lab profile; undo takes it back',
    params: InstrumentParam,
    body: EditInstrument,
    reply: InstrumentDetail,
    errors: ['not_found', 'conflict', 'instrument_held'],
    example: { label: 'Flux bias' },
  }),
  removeInstrument: route('DELETE /v1/instruments/:instrument_id', 'instruments', {
    access: OPERATOR,
    summary: 'Take an instrument out of the lab profile; undo brings it back',
    params: InstrumentParam,
    reply: Done,
    errors: ['not_found', 'conflict', 'instrument_held'],
  }),
  reopenInstrument: route('POST /v1/instruments/:instrument_id/reopen', 'instruments', {
    access: OPERATOR,
    summary: 'Close its port and open it again, now',
    params: InstrumentParam,
    reply: InstrumentDetail,
    errors: ASKING,
  }),
  readParameter: route('GET /v1/instruments/:instrument_id/parameters/:parameter', 'instruments', {
    access: ANY,
    summary:
      'Ask for the value of a parameter; while a run or somebody else holds the instrument, the value that was read last',
    params: ParameterParam,
    query: ReadQuery,
    reply: ReadReply,
    errors: ASKING,
  }),
  setParameter: route('POST /v1/instruments/:instrument_id/parameters/:parameter', 'instruments', {
    access: OPERATOR,
    summary: 'Set a parameter, ramped where driver file or lab profile say so, and read it back',
    params: ParameterParam,
    body: SetParameter,
    reply: SetReply,
    errors: [...ASKING, 'instrument_refused', 'set_not_taken'],
    example: { value: 0.25, channel: '1' },
  }),
  instrumentConsole: route('POST /v1/instruments/:instrument_id/console', 'instruments', {
    access: OPERATOR,
    summary: 'Send one line as typed and return the answer; it may change anything',
    params: InstrumentParam,
    body: ConsoleLine,
    reply: ConsoleReply,
    errors: [...ASKING, 'instrument_refused', 'no_console'],
    example: { text: '*IDN?' },
  }),
  getLease: route('GET /v1/instruments/:instrument_id/lease', 'instruments', {
    access: ANY,
    summary: 'Who holds the instrument, and who waits for it',
    params: InstrumentParam,
    reply: LeaseReply,
    errors: ['not_found'],
  }),
  takeLease: route('POST /v1/instruments/:instrument_id/lease', 'instruments', {
    access: OPERATOR,
    summary:
      'Hold an instrument for some minutes, or take a place in its queue: as the API key, or as the account holder in all windows and terminals',
    params: InstrumentParam,
    body: TakeLease,
    reply: LeaseReply,
    errors: ['not_found'],
    example: { minutes: 30 },
  }),
  releaseLease: route('DELETE /v1/instruments/:instrument_id/lease', 'instruments', {
    access: OPERATOR,
    summary: 'Give the instrument, or the place in its queue, back; the account holder ends any operator’s lease',
    params: InstrumentParam,
    reply: LeaseReply,
    errors: ['not_found', 'instrument_held'],
  }),
  driveSafe: route('POST /v1/instruments/:instrument_id/safe-state', 'instruments', {
    access: ANY,
    summary: 'Drive one instrument to its safe values, before every queue and lease; a run that holds it ends',
    params: InstrumentParam,
    reply: SafeStateReply,
    rate: 'safe_states',
    errors: ['not_found'],
  }),
  getTwinFaults: route('GET /v1/instruments/:instrument_id/faults', 'instruments', {
    access: OPERATOR,
    summary: 'Faults that a twin has not played yet',
    params: InstrumentParam,
    reply: TwinFaultState,
    errors: ['not_found', 'not_a_twin'],
  }),
  setTwinFaults: route('POST /v1/instruments/:instrument_id/faults', 'instruments', {
    access: OPERATOR,
    summary: 'Script what goes wrong on the line of a twin; an empty script clears it',
    params: InstrumentParam,
    body: TwinFaultScript,
    reply: TwinFaultState,
    errors: ['not_found', 'not_a_twin'],
    example: { script: [{ after_replies: 2, fault: { kind: 'drop' } }] },
  }),
  driveAllSafe: route('POST /v1/lab/safe-state', 'lab', {
    access: ANY,
    summary: 'Drive every instrument to its safe values; whatever runs on them ends',
    reply: SafeStateReply,
    rate: 'safe_states',
  }),
  listDrivers: route('GET /v1/lab/drivers', 'lab', {
    access: ANY,
    summary: 'Every driver with its forms, and the driver files that were refused, with the place that is wrong',
    reply: DriverList,
  }),
  discoverInstruments: route('POST /v1/lab/discovery', 'lab', {
    access: OPERATOR,
    summary: 'Ask what is plugged in and not in use who it is; changes no output',
    reply: DiscoveryReply,
    errors: ['instrument_busy'],
  }),
  identifyInstrument: route('POST /v1/lab/identify', 'lab', {
    access: OPERATOR,
    summary: 'Ask one address who is there, with one driver; nothing is kept',
    body: Identify,
    reply: IdentifyReply,
    errors: ['not_found', 'instrument_unavailable', 'instrument_fault', 'instrument_busy', 'instrument_refused'],
    example: { driver: 'srs-dc205', address: { kind: 'twin', name: 'spare' } },
  }),
} as const
