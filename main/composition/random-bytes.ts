/** The sources of random bytes of the lab, and what stands behind each. */
import { randomInt } from 'node:crypto'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import type { LabEntropySource } from '../contract/instruments/lab-profile'
import { type JobStatus, jobStates } from '../contract/jobs/status'
import type { Caller } from '../contract/service/account'
import type { CirculantKernel } from '../entropy/generation/extraction/circulant'
import { circulantByBigInt } from '../entropy/generation/extraction/circulant'
import type { ReceiptIssuer } from '../entropy/supply/draws/receipt-issuer'
import { BackendInUse, type MeasureQubits, qubitFeed } from '../entropy/supply/feeds/qubit-feed'
import type { SampleFeed, SourceDescription } from '../entropy/supply/feeds/sample-feed'
import { shotBudget } from '../entropy/supply/feeds/shot-budget'
import { createSupply, type EntropySupply } from '../entropy/supply/supply'
import type { Registry } from '../instruments/registry/registry'
import type { Jobs } from '../jobs/jobs'
import { isSimulated } from '../lab/profile/changes'
import { defaultNativeDirs, loadAddon } from '../simulation/addon/load'
import { createHomodyneModel } from '../twins/random/homodyne'
import { createPhotonArrivalModel } from '../twins/random/photon-arrival'
import type { SampleModel } from '../twins/random/sample-faults'
import type { Foundation } from './foundation'

interface RandomBytesParts
  extends Pick<Foundation, 'changes' | 'config' | 'store' | 'account' | 'pools' | 'log' | 'now'> {
  readonly jobs: Jobs
  readonly registry: InstrumentRegistry
  readonly receipts: ReceiptIssuer
}

export function openRandomBytes(parts: RandomBytesParts): EntropySupply {
  const { changes, config, store, account, receipts, pools, log, now } = parts
  const { sources, simulated_by_default } = changes.lab.entropy
  return createSupply({
    ...{ store, ledger: account.ledger, receipts, log, now, simulated_by_default, kernel: circulantKernel() },
    described: sources.map(source => describe(source, parts)),
    folder: join(config.data, 'entropy', 'reply-keys'),
    runner: pools.computing,
  })
}

function circulantKernel(): CirculantKernel {
  const loaded = loadAddon(defaultNativeDirs())
  return 'addon' in loaded ? call => loaded.addon.extractCirculant(call).promise : circulantByBigInt
}

/** Seeds of twins are drawn below this, so that no two twins and no two restarts are likely to get the same one. */
const MOST_SEED = 2 ** 48 - 1

/** What each kind of source keeps in store: watermarks in bytes of full entropy, and raw bits. Qubits keep what a few jobs give. */
const STOCKS = {
  detector: { low: 80_000, high: 262_144, raw_bits: 2_400_000 },
  stream: { low: 70_000, high: 140_000, raw_bits: 1_300_000 },
  qubits: { low: 4_096, high: 16_384, raw_bits: 65_536 },
} as const

function describe(source: LabEntropySource, parts: RandomBytesParts): SourceDescription {
  const { name, label, kind, serial, claimed } = source
  const id = `urn:pentad:source:${kind.replaceAll('_', '-')}:${serial}`
  const common = { id, short_name: name, label, kind, physical_group: source.physical_group ?? id, claimed }
  switch (source.kind) {
    case 'photon_arrival':
    case 'homodyne': {
      const create = source.kind === 'homodyne' ? createHomodyneModel : createPhotonArrivalModel
      return {
        ...{ ...common, simulated: true, raw: true, bits: 8, stock: STOCKS.detector },
        open: () => modelFeed(() => create({ seed: randomInt(MOST_SEED) })),
      }
    }
    case 'true_rng':
    case 'one_rng': {
      const { instrument, raw } = source
      const member = parts.changes.lab.instruments.find(one => one.id === instrument)
      return {
        ...{ ...common, simulated: member !== undefined && isSimulated(member), raw, bits: 8, stock: STOCKS.stream },
        open: () => instrumentFeed(parts.registry, instrument, raw),
      }
    }
    case 'qubit': {
      const { backend, owner, shots_per_day } = source
      const measure = measuring(parts, backend, owner)
      const simulated = backend.endsWith('-mock')
      const budget = shotBudget({ ...parts, source_id: id, per_day: shots_per_day })
      return {
        ...{ ...common, simulated, raw: true, bits: 1, stock: STOCKS.qubits },
        open: () => qubitFeed({ measure, bits_per_shot: QUBITS.length, budget, restarts: !simulated }),
      }
    }
    case 'system':
      return {
        ...{ ...common, simulated: false, raw: false, bits: 8, stock: STOCKS.stream },
        open: () => deviceFeed(source.path),
      }
  }
}

function modelFeed(create: () => SampleModel): SampleFeed {
  const model = create()
  let faults: Parameters<SampleModel['setFaults']>[0] = []
  return {
    read: async most => model.samples(most),
    pause_ms: 1,
    async afterRestart(count) {
      const restarted = create()
      restarted.setFaults(faults)
      return restarted.samples(count)
    },
    setFaults(next) {
      faults = next
      model.setFaults(next.map(fault => ({ ...fault, from: fault.from + model.count })))
    },
    close: () => undefined,
  }
}

const CAUSE = { actor: 'entropy', work: null }

type InstrumentRegistry = Pick<Registry, 'use' | 'reopen'>

/** Opening the port again restarts the source. One that whitens its samples is not restarted for a test, as it is credited with nothing. */
const instrumentFeed = (registry: InstrumentRegistry, instrument: string, raw: boolean): SampleFeed => ({
  read: most => registry.use(instrument, null).streamed(most, CAUSE),
  afterRestart: raw ? async count => (await registry.reopen(instrument)).streamed(count, CAUSE) : null,
  ...{ pause_ms: 1, setFaults: null },
  close: () => undefined,
})

/** Reads a character device of the operating system. */
const deviceFeed = (path: string): SampleFeed => ({
  async read(most) {
    const file = await open(path, 'r')
    try {
      const { bytesRead, buffer } = await file.read(new Uint8Array(most), 0, most)
      if (bytesRead === 0) throw new Error(`${path} gives nothing`)
      return buffer.subarray(0, bytesRead)
    } finally {
      await file.close()
    }
  },
  ...{ pause_ms: 1, afterRestart: null, setFaults: null },
  close: () => undefined,
})

const HOLDER: Caller = { kind: 'session', key_id: null, name: 'entropy', roles: ['jobs'] }
const POLL_MS = 50

const QUBITS = [0, 1, 2, 3, 4]

/**
 * Prepares |+⟩ on five qubits and measures them, as a job of the owner that the lab names; the job is deleted afterwards. It
 * yields to everybody: nothing is submitted where a job is open on the backend, and what still waits when another comes is
 * taken back.
 */
function measuring({ jobs, account }: RandomBytesParts, backend: string, owner: string | null): MeasureQubits {
  const circuit = {
    num_qubits: QUBITS.length,
    instructions: [
      ...QUBITS.map(qubit => ({ name: 'h', qubits: [qubit] })),
      ...QUBITS.map(qubit => ({ name: 'measure', qubits: [qubit], clbits: [qubit] })),
    ],
  }
  const callerOf = (): Caller => {
    if (owner === null) return HOLDER
    const key = account.keys.list().find(({ name, revoked_at }) => name === owner && revoked_at === null)
    if (!key) throw new Error(`there is no API key “${owner}”, as which the lab wants qubits measured`)
    return { kind: 'key', key_id: key.key_id, name: key.name, roles: key.roles }
  }
  return async shots => {
    const caller = callerOf()
    if (jobs.queueLength(backend) > 0) throw inUse(backend)
    const { job_uuid } = await jobs.submit({ backend, shots, circuit, name: 'entropy source' }, caller)
    let job = await statusOf(jobs, job_uuid, caller)
    while (!jobStates.isTerminal(job)) {
      if (job === 'PENDING' && jobs.queueLength(backend) > 1) {
        await jobs.abort(job_uuid, caller)
        await jobs.remove(job_uuid, caller)
        throw inUse(backend)
      }
      await new Promise(resolve => setTimeout(resolve, POLL_MS).unref())
      job = await statusOf(jobs, job_uuid, caller)
    }
    if (job !== 'COMPLETED') throw new Error(`the job that measures qubits ended as ${job}`)
    const packed = await jobs.shots(job_uuid, caller)
    await jobs.remove(job_uuid, caller)
    return unpacked(packed, QUBITS.length)
  }
}

const inUse = (backend: string) => new BackendInUse(`others use ${backend}; measuring goes on once it is free`)

async function statusOf(jobs: Jobs, job_uuid: string, caller: Caller): Promise<JobStatus> {
  const job = await jobs.get(job_uuid, caller, { circuit: false })
  return 'status' in job ? job.status : 'PENDING'
}

/** One bit to a byte, shot after shot; each shot stands in whole bytes, bit 0 first. */
function unpacked(packed: Uint8Array, bits: number): Uint8Array {
  const stride = Math.ceil(bits / 8)
  const samples = new Uint8Array((packed.length / stride) * bits)
  for (let shot = 0, at = 0; shot < packed.length / stride; shot++)
    for (let bit = 0; bit < bits; bit++) samples[at++] = (packed[shot * stride + (bit >> 3)]! >> (bit & 7)) & 1
  packed.fill(0)
  return samples
}
