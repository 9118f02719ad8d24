/** Kills a process that serves draws and publishes pulses, again and again, then looks through what it left. */
import { spawn } from 'node:child_process'
import { randomInt, webcrypto } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'
import { expect } from 'vitest'
import type { PublishedPulse } from '../../../../main/contract/entropy/pulse'
import type { Receipt } from '../../../../main/contract/entropy/receipt'
import { sameBytes } from '../../../../main/entropy/evidence/encoding/bytes'
import { readBundle } from '../../../../main/entropy/evidence/merkle/tiles'
import { receiptEntry } from '../../../../main/entropy/evidence/receipts/receipt'
import { verifyEvidence } from '../../../../main/entropy/evidence/verifier/verify'
import { openPulseStore } from '../../../../main/entropy/issuing/beacon/pulse-store'
import { openStore } from '../../../../main/store/store'
import { type AnsweredDraw, CALLER, DRAWING, drawnOn } from './drawn-on'

const ROOT = join(import.meta.dirname, '../../../..')

async function bundledVictim(): Promise<string> {
  // Inside the tree, so that the bundle finds the packages.
  mkdirSync(join(ROOT, 'out'), { recursive: true })
  const folder = mkdtempSync(join(ROOT, 'out', 'victim-'))
  await build({
    root: ROOT,
    configFile: false,
    logLevel: 'error',
    build: {
      ssr: join(import.meta.dirname, 'kill-process.ts'),
      outDir: folder,
      emptyOutDir: false,
      minify: false,
      rollupOptions: { output: { format: 'es', entryFileNames: 'victim.mjs' } },
    },
  })
  return folder
}

/** 2048 bits: those of the beacon take seconds. */
async function rsaKey(): Promise<Uint8Array> {
  const algorithm = {
    name: 'RSASSA-PKCS1-v1_5',
    hash: 'SHA-512',
    modulusLength: 2048,
    publicExponent: Uint8Array.of(1, 0, 1),
  }
  const { privateKey } = await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
  return new Uint8Array(await webcrypto.subtle.exportKey('pkcs8', privateKey))
}

/** One life, which ends so long after it said something, or after its start; answers what it acknowledged. */
function life(argv: readonly string[], after_ms: number, from_start: boolean): Promise<string[]> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [...argv], { cwd: ROOT })
    let [said, complaint, dying] = ['', '', false]
    const die = () => {
      if (!dying) setTimeout(() => child.kill('SIGKILL'), after_ms)
      dying = true
    }
    if (from_start) die()
    child.stdout.on('data', chunk => {
      said += chunk
      die()
    })
    child.stderr.on('data', chunk => {
      complaint += chunk
    })
    child.on('close', (code, signal) => {
      if (signal !== 'SIGKILL') return reject(new Error(`the victim ended with ${code}: ${complaint}`))
      resolve(
        said
          .slice(0, said.lastIndexOf('\n') + 1)
          .split('\n')
          .filter(Boolean),
      )
    })
  })
}

/** Every third life ends before it is up, or just then. */
export async function killOften(data: string, times: number): Promise<void> {
  const folder = await bundledVictim()
  const rsa = join(folder, 'rsa.der')
  writeFileSync(rsa, await rsaKey())
  const answered: AnsweredDraw[] = []
  const argv = [join(folder, 'victim.mjs'), data, rsa, String(Date.now())]
  try {
    for (let time = 0; time < times; time++)
      for (const line of await life(argv, randomInt(800), time > 0 && time % 3 === 0))
        answered.push(JSON.parse(line) as AnsweredDraw)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  await lookThrough(data, answered)
}

async function lookThrough(data: string, answered: readonly AnsweredDraw[]): Promise<void> {
  const store = openStore({ dataDir: data })
  try {
    const { log, checkpoints, book, ledger, draws, close } = drawnOn(store, data)
    const receipts = store.db
      .prepare<[], string>('SELECT receipt FROM entropy_receipts ORDER BY position')
      .pluck()
      .all()
      .map(text => JSON.parse(text) as Receipt)
    const pulses = store.db
      .prepare<[], string>('SELECT published FROM beacon_pulses ORDER BY chain, pulse')
      .pluck()
      .all()
      .map(text => JSON.parse(text) as PublishedPulse)
    expect(answered.length).toBeGreaterThan(5)
    expect(answered.filter(({ request_id }) => book.of(request_id) === null)).toEqual([])
    // Nothing was charged without a receipt, nor the other way round.
    expect(ledger.balance('entropy_credit').spent).toBe(receipts.reduce((sum, { credits }) => sum + credits, 0))
    expect(repeatedBlocks(answered)).toEqual([])
    // Every draw that was answered is answered again with the same bytes, and none twice.
    for (const { id, idempotency_key, request_id, bytes_hex } of answered) {
      const again = await draws.draw({ ...DRAWING, id }, { caller: CALLER, idempotency_key })
      expect([again.request_id, again.bytes_hex]).toEqual([request_id, bytes_hex])
    }
    close()
    const { size, epoch, origin } = log.current()
    expect([size, epoch]).toEqual([receipts.length, 1])
    const { read } = log.tree(origin)!
    const entries = Array.from({ length: Math.ceil(size / 256) }, (_, tile) =>
      readBundle(read, tile, Math.min(256, size - tile * 256)),
    ).flat()
    expect(receipts.filter((receipt, at) => !sameBytes(receiptEntry(receipt), entries[at]!))).toEqual([])
    expect(pulses.length).toBeGreaterThan(2)
    // No value was lost: one chain, with gaps where the process was dead.
    expect(new Set(pulses.map(({ pulse }) => pulse.chainIndex))).toEqual(new Set([1]))
    await verifyAll(data, [
      await checkpoints.keys(),
      { certificate_pem: openPulseStore(store).certificate(pulses[0]!.pulse.certificateId)! },
      ...[...receipts, ...pulses, await checkpoints.prove(receipts.at(-1)!)],
    ])
  } finally {
    store.close()
  }
}

/** Pieces of 16 bytes that two draws were given. */
function repeatedBlocks(answered: readonly AnsweredDraw[]): string[] {
  const blocks = answered.flatMap(({ bytes_hex }) => bytes_hex.match(/.{32}/g)!)
  const seen = new Set<string>()
  return blocks.filter(block => seen.has(block) || !seen.add(block))
}

async function verifyAll(data: string, documents: readonly object[]): Promise<void> {
  const file = join(data, 'all.jsonl')
  writeFileSync(file, documents.map(document => `${JSON.stringify(document)}\n`).join(''))
  const causes: string[] = []
  const [keys] = documents as [{ kid: string }]
  await verifyEvidence({ paths: [file], keys: [keys.kid], onFinding: one => one.cause && causes.push(one.message) })
  expect(causes).toEqual([])
}
