/** Injects faults into the connections of the instruments of a whole run, at seeded instants, and checks how the run ends. */
import { expect } from 'vitest'
import { createLedger, microOf } from '../../../../main/account/ledger'
import { REASONS } from '../../../../main/contract/jobs/status'
import { PartialRecord, RunRecord } from '../../../../main/contract/runs/record'
import { type Run, runStates } from '../../../../main/contract/runs/run'
import { createRandom } from '../../../../main/simulation/model/random'
import type { LineFault } from '../../../../main/twins/faults/line-fault'
import { calibratedNoise } from '../../../../main/twins/sequencer/chip/device-noise'
import { rackOf } from '../../device/rack'
import { faultsOf } from '../../instruments/fault-script'
import { TABLE } from '../../instruments/table'
import { readText } from '../../read-text'
import { openMemoryStore } from '../../store/memory-store'
import { twinOf } from '../../twins/sequencer/rig'
import { figuresOfLab, openLab, request } from '../laboratory'

const LIVE = { backend_id: 'lab', logical_id: 'c0.L0' }
const REQUEST = request({ rounds: [1], shots: 100, states: ['0'], preparation: 'projective' })
const PRICE = 0.25
const { profile, snapshot } = figuresOfLab()

const sequencer = (serialNumber = '1') =>
  twinOf('twirled', {
    noise: calibratedNoise(profile, snapshot),
    qubits: profile.qubits.map(({ index }) => index),
    serialNumber,
  })

type InUse = 'seq' | 'bias'
interface RunFault {
  readonly instrument: InUse
  readonly fault: LineFault
  /** Share, 0 to 1, of the replies the instrument gives in a run without faults, after which the fault is injected. */
  readonly instant: number
}

/** Every kind of fault on every instrument in use, each at an instant drawn from the seed. */
export function runFaultsOf(seed: number): RunFault[] {
  const random = createRandom(BigInt(seed))
  const bias = TABLE.find(({ driver }) => driver === 'srs-dc205')!
  const ofSource = faultsOf(bias)
  const ofSequencer = ofSource.map(fault =>
    fault.kind === 'replug' ? { kind: 'replug' as const, by: sequencer('99999') } : fault,
  )
  const sets: LineFault[] = [{ kind: 'ignore_set' }, { kind: 'clamp_set' }]
  const all = { seq: ofSequencer, bias: [...ofSource, ...sets] }
  return (['seq', 'bias'] as const).flatMap(instrument =>
    all[instrument].map(fault => ({ instrument, fault, instant: random.uniform() })),
  )
}

/** A lab of its own for each run. */
async function station() {
  const rack = await rackOf({ sequencer: sequencer() })
  const store = openMemoryStore()
  const ledger = createLedger(store, Date.now)
  ledger.purchase('compute_token', microOf(1_000_000))
  const runs = openLab({ store, device: rack.device, pricing: { ledger, priceOf: () => PRICE } })
  const close = async () => {
    await runs.stop()
    await rack.registry.close()
    store.close()
  }
  return { ...rack, store, ledger, runs, close }
}
type Station = Awaited<ReturnType<typeof station>>

async function ended({ runs }: Station): Promise<Run> {
  const { run_id } = await runs.submit(LIVE, REQUEST)
  for (;;) {
    const run = runs.get({ ...LIVE, run_id })
    if (runStates.isTerminal(run.status)) return run
    await new Promise(resolve => setTimeout(resolve, 5))
  }
}

const recordOf = async ({ runs }: Station, { run_id }: Run) => readText(await runs.record({ ...LIVE, run_id }))
const bitsOf = (record: unknown) => RunRecord.parse(record).shot_files.map(({ sha256 }) => sha256)

interface Undisturbed {
  readonly bits: readonly string[]
  readonly replies: Readonly<Record<InUse, number>>
}

/** What a run measures without faults, and how often each instrument answers in it. */
export async function undisturbed(): Promise<Undisturbed> {
  const lab = await station()
  const replies = { seq: 0, bias: 0 }
  for (const id of ['seq', 'bias'] as const) lab.twins[id]!.onSend(() => replies[id]++)
  const bits = bitsOf(await recordOf(lab, await ended(lab)))
  await lab.close()
  return { bits, replies }
}

/** Runs with the fault injected and checks the end: a documented reason, no wrong bit, the device and its leases free, the ledger balanced. */
export async function expectNamedEnd({ instrument, fault, instant }: RunFault, { bits, replies }: Undisturbed) {
  const lab = await station()
  try {
    lab.twins[instrument]!.setScript([{ reply: Math.floor(instant * replies[instrument]), fault }])
    const run = await ended(lab)
    if (run.status === 'COMPLETED') expect(bitsOf(await recordOf(lab, run))).toEqual(bits)
    else {
      expect(REASONS).toContain(run.status_reason?.code)
      expect(run.status_reason!.code, run.status_reason!.message).not.toBe('engine_error')
      expect(run.summary).toBeNull()
    }
    if (run.status === 'ABORTED') await checkPartial(lab, run, bits)
    const { charged = 0 } = run.tokens ?? {}
    expect(lab.ledger.balance('compute_token')).toMatchObject({ reserved: 0, spent: charged })
    lab.ledger.verify()
    const holders = ['seq', 'bias'].map(id => lab.registry.leases.holderOf(id))
    expect([lab.device.busy(), lab.device.queue().waiting, holders]).toEqual([false, [], [null, null]])
    return run.status_reason?.code ?? run.status
  } finally {
    await lab.close()
  }
}

/** Every shot file of a partial record is also one of the undisturbed run. */
async function checkPartial(lab: Station, run: Run, bits: readonly string[]): Promise<void> {
  const kept = PartialRecord.parse(await recordOf(lab, run)).shot_files.map(({ sha256 }) => sha256)
  const whole = new Set(bits)
  expect(kept.filter(sha256 => !whole.has(sha256))).toEqual([])
}

export const runFaultText = ({ instrument, fault, instant }: RunFault) =>
  `${fault.kind} on ${instrument} at ${(100 * instant).toFixed(0)} %`
