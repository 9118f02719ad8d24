/** Who may import whom: the rows that `layers.test.ts` holds every import against. */

/** What carries out work on a backend: jobs and runs. */
const WORK = [
  'backends',
  'simulation',
  'device',
  'sequencer',
  'account',
  'store',
  'contract',
  'events',
  'log',
  'worker',
]

/**
 * Who may import whom, and which packages. A folder may always import itself and, unless it is pure, Node's own modules.
 * Rows under `main` are folders; `host` is the composition root with its parts in `main/composition`, and the entries beside it.
 */
export const MAY_IMPORT: Record<string, readonly string[]> = {
  contract: ['zod', 'canonicalize'],
  qec: ['contract'],
  circuits: ['contract'],
  'circuit-templates': ['qec', 'contract'],
  simulation: ['circuits', 'qec', 'contract', 'worker'],
  sequencer: ['circuits', 'qec', 'contract', 'zod'],
  twins: ['simulation', 'circuits', 'qec', 'contract', 'worker'],
  files: [],
  store: ['files', 'contract', 'zod', 'better-sqlite3'],
  backends: ['contract', 'files', 'store', 'zod', 'csv-parse'],
  account: ['store', 'contract', 'zod'],
  'saved-circuits': ['store', 'contract'],
  events: ['contract'],
  worker: ['contract'],
  log: ['pino'],
  /** Each hardware library in one file of `transport`, loaded late. */
  instruments: ['files', 'worker', 'contract', 'zod', 'serialport', 'node-hid'],
  device: ['sequencer', 'instruments', 'contract', 'files', 'log'],
  config: ['contract', 'zod'],
  lab: ['instruments', 'backends', 'sequencer', 'store', 'contract', 'zod'],
  /** Signatures and certificates by kept libraries; everything else of the evidence is here. */
  entropy: [
    'account',
    'files',
    'store',
    'contract',
    'log',
    'worker',
    'zod',
    '@noble/post-quantum',
    '@peculiar/x509',
    'reflect-metadata',
  ],
  jobs: [...WORK, 'circuits', 'qec'],
  modules: ['backends', 'qec', 'contract', 'log', 'worker'],
  runs: [...WORK, 'modules', 'qec', 'zod'],
  studies: ['runs', 'modules', 'qec', 'store', 'contract', 'events', 'worker', 'zod'],
  http: ['contract', 'files', 'zod', 'express', 'express-rate-limit', 'helmet', 'ws'],
  cli: ['host', 'account', 'backends', 'config', 'entropy', 'files', 'store', 'contract', 'zod'],
  /** vite and electron-vite: the development servers, loaded once they are installed. */
  launch: ['config', 'vite', 'electron-vite'],
  shell: ['host', 'preload', 'config', 'electron'],
  host: [
    'account',
    'backends',
    'circuit-templates',
    'circuits',
    'config',
    'contract',
    'device',
    'entropy',
    'events',
    'http',
    'instruments',
    'jobs',
    'lab',
    'log',
    'modules',
    'runs',
    'saved-circuits',
    'simulation',
    'store',
    'studies',
    'twins',
    'worker',
  ],
  preload: ['electron'],
}
/** Beyond those, `import type` only: http knows the shapes of the services and none of their code. */
export const TYPES_OF: Record<string, readonly string[]> = {
  http: [
    'account',
    'backends',
    'entropy',
    'events',
    'jobs',
    'lab',
    'modules',
    'runs',
    'saved-circuits',
    'studies',
    'log',
    'worker',
  ],
}
/** The same of the folders of `qec`. */
export const MAY_IMPORT_IN_QEC: Record<string, readonly string[]> = {
  model: [],
  statistics: [],
  code: ['model'],
  noise: ['model'],
  schedule: ['model', 'code', 'noise'],
  search: ['model', 'code', 'noise', 'schedule'],
  proof: ['model', 'code', 'noise', 'schedule'],
  program: ['model', 'code', 'noise', 'schedule'],
  spam: ['model', 'code', 'noise', 'schedule', 'program'],
  experiment: ['model', 'code', 'noise', 'schedule', 'program', 'spam'],
  decoding: ['model', 'code', 'schedule', 'program', 'proof', 'spam'],
  'flag-map': ['model', 'code', 'noise', 'schedule', 'program', 'proof', 'spam', 'decoding'],
  text: ['model', 'code', 'noise', 'schedule', 'program', 'spam', 'experiment'],
  comparison: ['code', 'statistics', 'experiment', 'decoding'],
  prediction: ['model', 'code', 'noise', 'statistics', 'schedule', 'program', 'spam', 'experiment', 'comparison'],
}
const ENGINE = ['model', 'encoding', 'addon']
/** The same of the folders of `simulation`; `.` is the files directly in it. */
export const MAY_IMPORT_IN_SIMULATION: Record<string, readonly string[]> = {
  model: [],
  encoding: ['model'],
  addon: ['model'],
  frames: ENGINE,
  statevector: ENGINE,
  stabilizer: ['model', 'addon'],
  live: ['model', 'statevector'],
  trajectories: [...ENGINE, 'statevector'],
  noise: ['model', 'stabilizer', 'trajectories'],
  experiment: ['model', 'stabilizer', 'frames'],
  '.': [...ENGINE, 'frames', 'statevector', 'stabilizer', 'trajectories', 'noise'],
}
/** The same of the rooms of `instruments`. */
export const MAY_IMPORT_IN_INSTRUMENTS: Record<string, readonly string[]> = {
  model: [],
  transport: ['model'],
  framing: ['model'],
  exchange: ['model', 'transport'],
  'driver-files': ['drivers', 'model'],
  drivers: ['model', 'transport', 'framing', 'exchange'],
  registry: ['model', 'transport', 'exchange', 'drivers'],
  journal: [],
  records: ['model', 'exchange', 'registry', 'journal'],
  safety: ['model', 'drivers', 'registry', 'records'],
}
/** The same of the rooms of `entropy/evidence`. */
export const MAY_IMPORT_IN_EVIDENCE: Record<string, readonly string[]> = {
  encoding: [],
  signatures: ['encoding'],
  keys: ['encoding', 'signatures'],
  receipts: ['encoding', 'signatures'],
  merkle: ['encoding'],
  notes: ['encoding', 'signatures'],
  beacon: ['encoding', 'signatures'],
  verifier: ['encoding', 'keys', 'receipts', 'merkle', 'notes', 'beacon'],
}
