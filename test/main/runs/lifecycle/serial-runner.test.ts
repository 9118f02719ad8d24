import { describe, expect, it } from 'vitest'
import type { RunStatus } from '../../../../main/contract/runs/run'
import { runStates } from '../../../../main/contract/runs/run'
import type { Caller } from '../../../../main/contract/service/account'
import { createLog } from '../../../../main/log/log'
import { createSerialRunner, type SerialRunnerParts } from '../../../../main/runs/lifecycle/serial-runner'

const caller: Caller = { kind: 'session', key_id: null, name: 'Ada', roles: ['qec'] }

interface Row {
  readonly id: string
  status: RunStatus
  reason_code?: string | undefined
}

/** Rows a, b, c, and a line whose work on each goes on until it is told how to end. */
function open() {
  const rows = new Map<string, Row>(['a', 'b', 'c'].map(id => [id, { id, status: 'PENDING' }]))
  const ends = new Map<string, { done: () => void; broken: (error: Error) => void }>()
  const begun: string[] = []
  const table: SerialRunnerParts<Row>['table'] = {
    find: id => rows.get(id) ?? null,
    async move(id, to, { reason_code } = {}) {
      const row = rows.get(id)!
      if (!runStates.mayMove(row.status, to)) return false
      Object.assign(row, { status: to, reason_code })
      return true
    },
  }
  const work: SerialRunnerParts<Row>['work'] = async (row, signal, progress) => {
    begun.push(row.id)
    progress({ fraction: 0.5, stage: 'half' })
    await new Promise<void>((done, broken) => {
      ends.set(row.id, { done, broken })
      signal.addEventListener('abort', () => broken(signal.reason), { once: true })
    })
    await table.move(row.id, 'COMPLETED')
  }
  const told: string[] = []
  const tell = (id: string) => void told.push(id)
  const line = createSerialRunner<Row>({
    what: 'run',
    table,
    work,
    tell,
    space: { retryWhenFree: work => work() },
    log: createLog('silent'),
    now: () => 0,
  })
  const statusOf = (id: string) => rows.get(id)!.status
  const until = (id: string, status: RunStatus) => expect.poll(() => statusOf(id), { interval: 1 }).toBe(status)
  return { line, rows, ends, begun, told, statusOf, until }
}

describe('a line of rows', () => {
  it('lets the keys that ask take turns, whoever came first', async () => {
    const { line, ends, begun, until } = open()
    for (const id of ['a', 'b']) line.add(id, 'heavy')
    line.add('c', 'small')
    for (const id of ['a', 'c', 'b']) {
      await until(id, 'PROCESSING')
      ends.get(id)!.done()
      await until(id, 'COMPLETED')
    }
    expect(begun).toEqual(['a', 'c', 'b'])
    await line.stop()
  })

  it('is worked through one at a time, in order, and tells how far each is', async () => {
    const { line, ends, begun, told, statusOf, until } = open()
    for (const id of ['a', 'b']) line.add(id)
    await until('a', 'PROCESSING')
    expect([line.running(), line.progress('a'), line.progress('b')]).toEqual([
      'a',
      { fraction: 0.5, stage: 'half' },
      undefined,
    ])
    expect([statusOf('b'), told]).toEqual(['PENDING', ['a']])
    ends.get('a')!.done()
    await until('b', 'PROCESSING')
    expect([statusOf('a'), line.progress('a'), begun]).toEqual(['COMPLETED', undefined, ['a', 'b']])
  })

  it('fails what breaks down, and goes on', async () => {
    const { line, rows, ends, until } = open()
    for (const id of ['a', 'b']) line.add(id)
    await until('a', 'PROCESSING')
    ends.get('a')!.broken(new Error('the engine broke'))
    await until('b', 'PROCESSING')
    expect(rows.get('a')).toMatchObject({ status: 'FAILED', reason_code: 'engine_error' })
  })

  it('aborts what is done and what waits, once', async () => {
    const { line, begun, statusOf, until } = open()
    for (const id of ['a', 'b', 'c']) line.add(id)
    await until('a', 'PROCESSING')
    await line.abort('b', caller)
    await line.abort('a', caller)
    await until('c', 'PROCESSING')
    expect([statusOf('a'), statusOf('b'), begun]).toEqual(['ABORTED', 'ABORTED', ['a', 'c']])
    await expect(line.abort('a', caller)).rejects.toThrow('Run a is ABORTED and cannot be aborted')
  })

  it('stopped, leaves the row as it is for the next start, and begins nothing more', async () => {
    const { line, begun, statusOf, until } = open()
    for (const id of ['a', 'b']) line.add(id)
    await until('a', 'PROCESSING')
    await line.stop()
    line.add('c')
    expect([statusOf('a'), statusOf('b'), begun]).toEqual(['PROCESSING', 'PENDING', ['a']])
    expect(() => line.refuseWhileStopping('runs')).toThrow('takes no more runs')
  })
})
