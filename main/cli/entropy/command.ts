import { type Option, optionLines, readFlags } from '../../config/options.mjs'
import type { ConfigSource } from '../../config/read'
import { AppError, ERRORS } from '../../contract/model/errors'
import { runVerify } from '../commands/verify'
import { serviceThatRuns } from '../io/client'
import { commandNamed, splitWords } from '../io/command-words'
import { exitCodeOf } from '../io/faults'
import { FOLDER_OPTIONS, HELP_OPTION, serviceOptions } from '../io/service-options'
import type { Terminal } from '../io/terminal'
import type { ByteStreams, EntropyCall } from './call'
import { drawRandomBytes } from './draw-command'
import { giveBeacon, giveReceipt } from './evidence-commands'
import { exportEvidence } from './evidence-export'
import { exportSamples } from './export-command'
import { listPools, listSources, showQuality } from './source-commands'

const OPTIONS: Record<string, Option> = {
  bytes: { type: 'string', value: 'N', help: 'draw: 1 to 65536 (32); export: 4096, 64k, 1G or 1GiB (1G)' },
  policy: { type: 'string', value: 'NAME', help: 'draw: default, quantum_only, high_assurance or simulated_ok' },
  pool: { type: 'string', value: 'ID', help: 'draw: from a custom pool' },
  source: { type: 'string', value: 'SOURCE', help: 'draw: from one source, at most 4096 bytes' },
  sources: { type: 'string', value: 'A,B', help: 'draw: from two to eight sources' },
  method: { type: 'string', value: 'NAME', help: 'with --sources: custom (exclusive or, API A), circulant or xor' },
  'log2-eps': {
    type: 'string',
    value: 'N',
    help: 'with --method circulant: -128 where left out; write --log2-eps=-128',
  },
  'user-data': { type: 'string', value: 'TEXT', help: 'draw: signed with the receipt, which anyone may read' },
  'idempotency-key': {
    type: 'string',
    value: 'KEY',
    help: 'draw: the same key answers the same bytes, and charges once',
  },
  hex: { type: 'boolean', help: 'draw: as hex instead of bytes' },
  force: { type: 'boolean', help: 'write bytes to a terminal; overwrite files with a draw' },
  proof: { type: 'boolean', help: 'receipt: with the proof that it is in the log' },
  keys: { type: 'boolean', help: 'receipt: the public keys that verify receipts, instead of one' },
  chain: { type: 'string', value: 'N', help: 'beacon INDEX: in this chain instead of the last' },
  count: { type: 'string', value: 'N', help: 'beacon follow: ends after so many pulses' },
  out: {
    type: 'string',
    value: 'FILE',
    help: 'write there instead of to stdout; a draw writes its evidence beside it',
  },
  json: { type: 'boolean', help: 'one JSON object a line' },
  ...serviceOptions('entropy (export: operator)'),
  ...FOLDER_OPTIONS,
  ...HELP_OPTION,
}

const HELP = `Random bytes, their receipts, and the beacon.

Usage: npm run entropy -- draw --bytes 64 --hex                to stdout; --out FILE writes FILE, FILE.reply.json
                                                               (bytes, salt, receipt) and FILE.proof.json
       npm run entropy -- receipt REQUEST_ID|FILE [--proof]    a receipt, by its id or of a reply in a file
       npm run entropy -- receipt --keys                       the public keys to verify with
       npm run entropy -- verify FILE... --key KEY             offline, without a service; see verify --help
       npm run entropy -- beacon [latest|INDEX|at TIME|follow] the beacon, or its pulses
       npm run entropy -- sources                              all sources, and why one serves nothing
       npm run entropy -- quality SOURCE                       tests, assessment and counters of one
       npm run entropy -- pools                                what is in store, and custom pools
       npm run entropy -- export raw SOURCE --bytes 1G --out FILE          samples, one to a byte
       npm run entropy -- export conditioned SOURCE --bytes 1G --out FILE  what they are conditioned to
       npm run entropy -- export evidence --out FOLDER         keys, receipts, log and pulses, for verify FOLDER

${optionLines(OPTIONS)}

An export holds fresh samples that passed the health tests; they are never served. Interrupted, it continues when called
again; FILE.export.json names its source and the bytes at which it was continued. Without --out it goes to stdout, for pipes:
  rngtest -c 1000 < FILE          FIPS 140-2, conditioned
  RNG_test stdin8 < FILE          PractRand, conditioned
  assess 1000000                  NIST SP 800-22 (STS): input file, FILE, binary; conditioned
  ea_non_iid FILE 8               NIST SP 800-90B, raw: one sample to a byte, so many bits as quality says

It talks to the service that runs on the data folder, or at --url: start one with npm start. What is simulated says SIMULATED.
Exit codes: 0 done; 1 failed, refused, or an export stopped before its end; 2 called wrongly; verify has its own.`

/** Commands that call the running service. */
const COMMANDS: Readonly<Record<string, (call: EntropyCall) => Promise<void>>> = {
  draw: drawRandomBytes,
  receipt: giveReceipt,
  beacon: giveBeacon,
  sources: listSources,
  quality: showQuality,
  pools: listPools,
  export: call => (call.words[0] === 'evidence' ? exportEvidence(call) : exportSamples(call)),
}

/** Runs `npm run entropy`; returns the exit code. */
export async function runEntropy(
  argv: readonly string[],
  {
    source,
    terminal,
    streams,
  }: { readonly source: Omit<ConfigSource, 'argv'>; readonly terminal: Terminal; readonly streams: ByteStreams },
): Promise<number> {
  if (argv[0] === 'verify') return runVerify(argv.slice(1), source, terminal)
  try {
    const { words, options } = splitWords(argv)
    const flags = readFlags(options, OPTIONS)
    if (flags.help || argv.length === 0) {
      terminal.out(HELP)
      return 0
    }
    const [name, ...rest] = words
    const command = commandNamed(COMMANDS, name, ['verify'])
    const client = serviceThatRuns(flags, source)
    const { signal, release } = interrupted()
    try {
      await command({ words: rest, flags, client, cwd: source.cwd, terminal, streams, signal })
    } finally {
      release()
    }
    return 0
  } catch (error) {
    return exitCodeOf(error, failure => terminal.say(messageOf(failure)))
  }
}

/** The first Ctrl-C lets a command finish what it has begun; a second one ends the process. */
function interrupted() {
  const control = new AbortController()
  const stop = () => control.abort()
  process.once('SIGINT', stop)
  return { signal: control.signal, release: () => void process.off('SIGINT', stop) }
}

/** The message with the request's faults and, for a refused draw, what it needed. */
function messageOf(error: Error): string {
  if (!(error instanceof AppError)) return error.message
  const faults = error.faults.map(({ pointer, message }) => `  ${pointer} ${message}`)
  const { needed, available, excluded } = error.details
  const need = typeof needed === 'number' ? [`  needed ${needed}, available ${available ?? 'unknown'}`] : []
  const left = Array.isArray(excluded)
    ? (excluded as { source: string; reason: string }[]).map(({ source, reason }) => `  left out: ${source}, ${reason}`)
    : []
  const remedy = error.code === 'insufficient_credits' ? [`  ${ERRORS.insufficient_credits.remedy}`] : []
  return [error.message, ...faults, ...need, ...left, ...remedy].join('\n')
}
