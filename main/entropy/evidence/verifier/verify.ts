/** Verifies each document that is given, and how the documents of a file or folder belong together. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { EvidenceDocument } from '../../../contract/entropy/evidence-files'
import type { Receipt } from '../../../contract/entropy/receipt'
import { type ChainChecker, createChainChecker } from '../beacon/chain'
import { sameBytes } from '../encoding/bytes'
import type { LogCheckpoint } from '../notes/checkpoint'
import { chainFault, receiptEntry } from '../receipts/receipt'
import { CAUSES, type FailureCause, VerificationFault } from './causes'
import { checkDocument, entriesText } from './check-document'
import { type CheckedLog, checkLog } from './check-log'
import { type EvidenceSet, evidenceSets, isExport } from './evidence-sets'
import { documentsIn, type ReadDocument } from './read-documents'
import { createTrust, type Trust } from './trust'
import {
  checkFiles,
  createExportChecker,
  type ExportChecker,
  type NamedPulses,
  namePulse,
  readIndex,
} from './whole-export'

export interface EvidenceFinding {
  readonly where: string
  readonly kind: EvidenceDocument['kind'] | 'file' | 'receipt_chain' | 'pulse_chain' | 'log' | 'export'
  readonly cause: FailureCause | null
  readonly message: string
}

interface Verification {
  /** Files and folders. */
  readonly paths: readonly string[]
  /** Key ids, certificate ids, or files with keys or certificates: what the auditor knows from elsewhere. */
  readonly keys: readonly string[]
  readonly onFinding: (finding: EvidenceFinding) => void
}

/** The exit code: 0, or that of the first cause in reading order. Throws VerificationFault for `keys` that cannot be read. */
export async function verifyEvidence({ paths, keys, onFinding }: Verification): Promise<number> {
  const trust = createTrust()
  for (const key of keys) {
    if (isTrustedId(key) && !existsSync(key)) trust.pin(key)
    else await trustDocuments(documentsIn(key), trust)
  }
  return verifySets(paths.flatMap(evidenceSets), trust, onFinding)
}

/** As verifyEvidence, for sets of documents and keys that were read already. */
export async function verifySets(
  sets: readonly EvidenceSet[],
  trust: Trust,
  onFinding: Verification['onFinding'],
): Promise<number> {
  let [exit, checked] = [0, 0]
  const report = (finding: EvidenceFinding) => {
    if (finding.cause && exit === 0) exit = CAUSES[finding.cause].exit
    if (finding.cause || !NO_EVIDENCE.includes(finding.kind)) checked += 1
    onFinding(finding)
  }
  const collected = []
  for (const set of sets) collected.push({ set, named: await collect(set, trust, report) })
  for (const { set, named } of collected) await checkSet(set, { trust, named, report })
  const where = sets.map(({ name }) => name).join(' ')
  if (checked === 0) report({ where, kind: 'file', cause: 'input_empty', message: 'nothing but keys was given' })
  return exit
}

type FindingReport = (finding: EvidenceFinding) => void

/** Kinds that verify nothing by themselves. */
const NO_EVIDENCE: readonly EvidenceFinding['kind'][] = ['keys', 'certificate', 'evidence_index']

/** Whether a text can be a key id or the id of a certificate. */
export const isTrustedId = (text: string): boolean => /^([A-Za-z0-9_-]{43}|[0-9a-f]{128})$/.test(text)

/** Keys and certificates that the auditor gave. Throws VerificationFault. */
export async function trustDocuments(documents: AsyncIterable<ReadDocument>, trust: Trust): Promise<void> {
  for await (const { where, document } of documents) {
    if (document instanceof VerificationFault) throw document
    if (document.kind === 'keys') trust.addKeys(document.value, true)
    else if (document.kind === 'certificate') trust.addCertificate(document.value.certificate_pem, true)
    else throw new VerificationFault('input_unknown', `${where} holds no keys but a ${document.kind}`)
  }
}

/** A fault in `run` becomes a finding; null where there was one. */
async function orReport<T>(
  report: FindingReport,
  { where, kind }: Pick<EvidenceFinding, 'where' | 'kind'>,
  run: () => T | Promise<T>,
): Promise<T | null> {
  try {
    return await run()
  } catch (error) {
    if (!(error instanceof VerificationFault)) throw error
    report({ where, kind, cause: error.cause_code, message: error.message })
    return null
  }
}

/**
 * Collects keys, certificates and the pulses that receipts name before anything is checked: they may come after the documents that
 * need them.
 */
async function collect({ documents }: EvidenceSet, trust: Trust, report: FindingReport): Promise<NamedPulses> {
  const named: NamedPulses = new Map()
  for await (const { where, document } of documents()) {
    if (document instanceof VerificationFault) continue
    const { kind } = document
    if (kind === 'keys') await orReport(report, { where, kind }, () => trust.addKeys(document.value, false))
    if (kind === 'certificate')
      await orReport(report, { where, kind }, () => trust.addCertificate(document.value.certificate_pem, false))
    if (document.kind === 'receipt') namePulse(named, document.value)
  }
  return named
}

interface SetCheck {
  readonly trust: Trust
  readonly named: NamedPulses
  readonly report: FindingReport
}

/** State that earlier documents of a set leave for later ones. */
interface DocumentSeries {
  receipt: Receipt | null
  readonly pulseFault: ChainChecker
  readonly log: CheckedLog | null
  /** Null where the set is no whole export, or its index cannot be read. */
  readonly whole: ExportChecker | null
}

async function checkSet({ folder, documents }: EvidenceSet, { trust, named, report }: SetCheck): Promise<void> {
  const log = folder === null ? null : await folderLog(folder, trust, report)
  const index =
    folder === null || !isExport(folder)
      ? null
      : await orReport(report, { where: folder, kind: 'export' }, () => readIndex(folder))
  const whole = index && createExportChecker({ index, log, named })
  const series: DocumentSeries = { receipt: null, pulseFault: createChainChecker(whole !== null), log, whole }
  for await (const { where, document } of documents()) {
    if (document instanceof VerificationFault) {
      report({ where, kind: 'file', cause: document.cause_code, message: document.message })
      continue
    }
    const { kind } = document
    const message = await orReport(report, { where, kind }, () => checkDocument(document, trust))
    if (message !== null) report({ where, kind, cause: null, message })
    await checkSeries({ where, document }, series, report)
  }
  if (folder === null || index === null || whole === null) return
  await orReport(report, { where: folder, kind: 'receipt_chain' }, whole.endReceipts)
  await orReport(report, { where: folder, kind: 'pulse_chain' }, whole.endPulses)
  const files = await orReport(report, { where: folder, kind: 'export' }, () => checkFiles(folder, index))
  if (files !== null)
    report({ where: folder, kind: 'export', cause: null, message: `all ${files} files are as exported` })
}

/** The log of a folder: `checkpoint` and `tile/`, as tlog-tiles lays them out. */
async function folderLog(path: string, trust: Trust, report: FindingReport): Promise<CheckedLog | null> {
  const note = join(path, 'checkpoint')
  if (!existsSync(note)) {
    report({ where: path, kind: 'log', cause: 'log_incomplete', message: 'there is no checkpoint of the log' })
    return null
  }
  for await (const { document } of documentsIn(note)) {
    // A fault of the checkpoint itself is reported where it is read as a document.
    if (document instanceof VerificationFault) return null
    if (document.kind !== 'checkpoint') {
      const message = `it holds no checkpoint of the log but a ${document.kind}`
      report({ where: note, kind: 'log', cause: 'log_incomplete', message })
      return null
    }
    const checkpoint = await orReport<LogCheckpoint>(
      () => {},
      { where: note, kind: 'checkpoint' },
      () => trust.checkpoint(document.value.checkpoint),
    )
    const log = checkpoint && (await orReport(report, { where: path, kind: 'log' }, () => checkLog(path, checkpoint)))
    if (log)
      report({
        where: path,
        kind: 'log',
        cause: null,
        message: `the root of ${entriesText(log.size)} is that of the checkpoint`,
      })
    return log
  }
  return null
}

/** Receipts and pulses of one set are in order, each bound to the one before it. */
async function checkSeries(
  { where, document }: { readonly where: string; readonly document: EvidenceDocument },
  series: DocumentSeries,
  report: FindingReport,
): Promise<void> {
  if (document.kind === 'pulse') {
    const { pulse } = document.value
    const fault = series.pulseFault(pulse)
    if (fault) report({ where, kind: 'pulse_chain', cause: fault.code, message: fault.message })
    await orReport(report, { where, kind: 'pulse_chain' }, () => series.whole?.pulse(pulse))
  }
  const receipt =
    document.kind === 'receipt' ? document.value : document.kind === 'reply' ? document.value.receipt : null
  if (!receipt) return
  const { log, whole } = series
  const fault = (series.receipt || whole) && chainFault(series.receipt, receipt)
  if (fault) report({ where, kind: 'receipt_chain', cause: 'receipt_chain_broken', message: fault })
  series.receipt = receipt
  if (log && log.origin === receipt.log.origin)
    await orReport(report, { where, kind: 'log' }, () => checkEntry(log, receipt))
  await orReport(report, { where, kind: 'receipt_chain' }, () => whole?.receipt(receipt))
}

function checkEntry(log: CheckedLog, receipt: Receipt): void {
  const index = BigInt(receipt.log.index)
  if (index >= log.size || !sameBytes(log.entry(Number(index)), receiptEntry(receipt)))
    throw new VerificationFault('log_entry_mismatch', `entry ${index} of ${log.origin} is not ${receipt.request_id}`)
}
