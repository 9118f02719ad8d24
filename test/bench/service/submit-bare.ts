/**
 * The yardstick of submit.bench.ts, in a process of its own: what a POST costs Node alone, its JSON read and kept as one row
 * that is on the disk before the answer. It speaks with the bench as submit-service.ts does.
 */
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import Database from 'better-sqlite3'
import type { Started, Used } from './submit-service'

const folder = mkdtempSync(join(tmpdir(), 'pentad-bare-'))
const db = new Database(join(folder, 'bare.sqlite'))
db.pragma('journal_mode = WAL')
db.pragma('synchronous = FULL')
db.exec('CREATE TABLE jobs (sequence INTEGER PRIMARY KEY, job_uuid TEXT NOT NULL, body TEXT NOT NULL) STRICT')
const insert = db.prepare('INSERT INTO jobs (job_uuid, body) VALUES (?, ?)')

const server = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', chunk => chunks.push(chunk))
  request.on('end', () => {
    const job_uuid = randomUUID()
    insert.run(job_uuid, JSON.stringify(JSON.parse(Buffer.concat(chunks).toString())))
    const text = JSON.stringify({ job_uuid })
    response.writeHead(201, { 'content-type': 'application/json', 'content-length': text.length }).end(text)
  })
})
const delay = monitorEventLoopDelay({ resolution: 1 })
delay.enable()
let since = process.cpuUsage()

process.on('message', said => {
  if (said === 'warm') {
    delay.reset()
    since = process.cpuUsage()
    return
  }
  const { user, system } = process.cpuUsage(since)
  const used = { delay_p99: delay.percentile(99) / 1e6, cpu: (user + system) / 1000, executed: 0 }
  server.close()
  server.closeAllConnections()
  db.close()
  rmSync(folder, { recursive: true, force: true })
  process.send!(used satisfies Used)
  process.disconnect()
})
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo
  process.send!({ url: `http://127.0.0.1:${port}`, secrets: Array(4).fill('none') } satisfies Started)
})
