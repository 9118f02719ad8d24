/** Opens the lab's sources of random bytes with the model, instrument, backend or device behind each. */
import { randomInt } from 'node:crypto'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import type { LabEntropySource } from '../contract/instruments/lab-profile'
import type { Caller } from '../contract/service/account'
import type { CirculantKernel } from '../entropy/generation/extraction/circulant'
import { circulantByBigInt } from '../entropy/generation/extraction/circulant'
import type { ReceiptIssuer } from '../entropy/supply/draws/receipt-issuer'
import { BITS_PER_SHOT, measuredQubits } from '../entropy/supply/feeds/measured-qubits'
import { type MeasureQubits, qubitFeed } from '../entropy/supply/feeds/qubit-feed'
import type { SampleFeed, SourceDescription } from '../entropy/supply/feeds/sample-feed'
import { shotBudget } from '../entropy/supply/feeds/shot-budget'
import { createSupply, type EntropySupply } from '../entropy/supply/supply'
import type { Registry } from '../instruments/registry/registry'
import type { Jobs } from '../jobs/jobs'
import { isSimulated, isSimulatedBackend } from '../lab/profile/changes'
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
    store,
    ledger: account.ledger,
    receipts,
    log,
    now,
    simulated_by_default,
    kernel: circulantKernel(),
    described: sources.map(source => describe(source, parts)),
    folder: join(config.data, 'entropy', 'reply-keys'),
    runner: pools.computing,
  })
}

function circulantKernel(): CirculantKernel {
  const loaded = loadAddon(defaultNativeDirs())
  return 'addon' in loaded ? call => loaded.addon.extractCirculant(call).promise : circulantByBigInt
}

/** Upper bound of twin seeds, so large that two twins or two restarts are unlikely to get the same seed. */
const MAX_SEED = 2 ** 48 - 1

/**
 * Stock by kind of source: `low` and `high` watermarks in bytes of full entropy, `raw_bits` in bits. The stock of
 * qubits is the output of a few jobs.
 */
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
        ...common,
        simulated: true,
        raw: true,
        bits: 8,
        stock: STOCKS.detector,
        open: () => modelFeed(() => create({ seed: randomInt(MAX_SEED) })),
      }
    }
    case 'true_rng':
    case 'one_rng': {
      const { instrument, raw } = source
      const member = parts.changes.lab.instruments.find(one => one.id === instrument)
      const simulated = member !== undefined && isSimulated(member)
      return {
        ...common,
        simulated,
        raw,
        bits: 8,
        stock: STOCKS.stream,
        open: () => streamedFeed(parts.registry, instrument, { raw, simulated }),
      }
    }
    case 'qubit': {
      const { backend, owner, shots_per_day } = source
      const simulated = isSimulatedBackend(parts.changes.lab, backend)
      const measured = measuring(parts, backend, owner)
      const measure: MeasureQubits = async shots => {
        if (!simulated && isSimulatedBackend(parts.changes.lab, backend)) throw becameSimulated(backend)
        return measured(shots)
      }
      const budget = shotBudget({ ...parts, source_id: id, per_day: shots_per_day })
      return {
        ...common,
        simulated,
        raw: true,
        bits: 1,
        stock: STOCKS.qubits,
        open: () => qubitFeed({ measure, bits_per_shot: BITS_PER_SHOT, budget }),
      }
    }
    case 'system':
      return {
        ...common,
        simulated: false,
        raw: false,
        bits: 8,
        stock: STOCKS.stream,
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

/**
 * Error for a source that became simulated: receipts state whether a source is simulated, so simulated samples must not
 * be served under the name of a real source.
 */
const becameSimulated = (what: string) =>
  new Error(`${what} is simulated since the lab was changed: restart the workstation to draw from it as such`)

/**
 * Feed of an instrument. Reopening the port restarts the source; a source that whitens its samples is not restarted for
 * a test, as it is credited with no entropy.
 */
export function streamedFeed(
  registry: InstrumentRegistry,
  instrument: string,
  { raw, simulated }: Pick<SourceDescription, 'raw' | 'simulated'>,
): SampleFeed {
  const streamed = (source: ReturnType<Registry['use']>, count: number) => {
    if (!simulated && source.connection.simulated) throw becameSimulated(instrument)
    return source.streamed(count, CAUSE)
  }
  return {
    read: async most => streamed(registry.use(instrument, null), most),
    afterRestart: raw ? async count => streamed(await registry.reopen(instrument), count) : null,
    pause_ms: 1,
    setFaults: null,
    close: () => undefined,
  }
}

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
  pause_ms: 1,
  afterRestart: null,
  setFaults: null,
  close: () => undefined,
})

/** API key as which qubits are measured. The demo lab creates it at first use; a revoked key is not replaced. */
function ownerNamed({ account: { keys }, changes, log }: RandomBytesParts, name: string | null): Caller {
  if (name === null) throw new Error('the lab names no “owner”: the API key as which qubits are measured')
  const named = keys.list().filter(key => key.name === name)
  const found = named.find(({ revoked_at }) => revoked_at === null)
  if (!found && (named.length > 0 || !changes.lab.may_purchase))
    throw new Error(`there is no API key “${name}”, as which the lab wants qubits measured`)
  if (!found) log.info({ name }, 'the demo lab makes an API key, as which qubits are measured')
  const { key_id, roles } = found ?? keys.create({ name, roles: ['jobs'] })
  return { kind: 'key', key_id, name, roles }
}

const STATUS_WAIT_S = 1

function measuring(parts: RandomBytesParts, backend: string, owner: string | null): MeasureQubits {
  const { jobs } = parts
  return measuredQubits({
    backend,
    owner: () => ownerNamed(parts, owner),
    jobs: {
      queueLength: jobs.queueLength,
      abort: jobs.abort,
      remove: jobs.remove,
      shots: jobs.shots,
      submit: (job, caller) => jobs.submit(job, { caller }),
      async status(job_uuid, caller) {
        const job = await jobs.get(job_uuid, caller, { query: { circuit: false, wait: STATUS_WAIT_S } })
        return 'status' in job ? job.status : 'PENDING'
      },
    },
  })
}
