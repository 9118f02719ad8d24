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

/** Rows a, b, c, and a runner that executes each until a test ends it. */
function open(change: Partial<SerialRunnerParts<Row>> = {}) {
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
  const execute: SerialRunnerParts<Row>['execute'] = async (row, signal, progress) => {
    begun.push(row.id)
    progress({ fraction: 0.5, stage: 'half' })
    await new Promise<void>((done, broken) => {
      ends.set(row.id, { done, broken })
      signal.addEventListener('abort', () => broken(signal.reason), { once: true })
    })
    await table.move(row.id, 'COMPLETED')
  }
  const announced: string[] = []
  const announce = (id: string) => void announced.push(id)
  const runner = createSerialRunner<Row>({
    what: 'run',
    table,
    execute,
    announce,
    space: { retryWhenFree: work => work() },
    log: createLog('silent'),
    now: () => 0,
    ...change,
  })
  const statusOf = (id: string) => rows.get(id)!.status
  const until = (id: string, status: RunStatus) => expect.poll(() => statusOf(id), { interval: 1 }).toBe(status)
  return { runner, rows, ends, begun, announced, statusOf, until }
}

describe('a serial runner', () => {
  it('serves the requesting keys in turn, whichever came first', async () => {
    const { runner, ends, begun, until } = open()
    for (const id of ['a', 'b']) runner.add(id, 'heavy')
    runner.add('c', 'small')
    for (const id of ['a', 'c', 'b']) {
      await until(id, 'PROCESSING')
      ends.get(id)!.done()
      await until(id, 'COMPLETED')
    }
    expect(begun).toEqual(['a', 'c', 'b'])
    await runner.stop()
  })

  it('reports to each waiting run its position, and whenever that changes', async () => {
    const { runner, ends, announced, until } = open()
    for (const id of ['a', 'b', 'c']) runner.add(id)
    await until('a', 'PROCESSING')
    const stage = (id: string) => runner.progress(id)?.stage
    expect([stage('b'), stage('c')]).toEqual(['queued, position 1', 'queued, position 2'])
    announced.length = 0
    ends.get('a')!.done()
    await until('b', 'PROCESSING')
    expect([stage('b'), stage('c')]).toEqual(['half', 'queued, position 1'])
    expect(announced).toContain('c')
    await runner.stop()
  })

  it('executes one row at a time, in order, and reports how far each is', async () => {
    const { runner, ends, begun, announced, statusOf, until } = open()
    for (const id of ['a', 'b']) runner.add(id)
    await until('a', 'PROCESSING')
    expect([runner.running(), runner.progress('a'), runner.progress('b')]).toEqual([
      'a',
      { fraction: 0.5, stage: 'half' },
      { fraction: 0, stage: 'queued, position 1' },
    ])
    expect([statusOf('b'), announced]).toEqual(['PENDING', ['b', 'a']])
    ends.get('a')!.done()
    await until('b', 'PROCESSING')
    expect([statusOf('a'), runner.progress('a'), begun]).toEqual(['COMPLETED', undefined, ['a', 'b']])
  })

  it('fails what breaks down, and goes on', async () => {
    const { runner, rows, ends, until } = open()
    for (const id of ['a', 'b']) runner.add(id)
    await until('a', 'PROCESSING')
    ends.get('a')!.broken(new Error('the engine broke'))
    await until('b', 'PROCESSING')
    expect(rows.get('a')).toMatchObject({ status: 'FAILED', reason_code: 'engine_error' })
  })

  it('logs an end that has a name as a warning without a stack, and a bug as an error', async () => {
    const lines: unknown[] = []
    const log = {
      warn: (about: object, text: string) => void lines.push(['warn', about, text]),
      error: ({ err, ...about }: { err: Error }, text: string) => void lines.push(['error', err.message, about, text]),
    } as unknown as SerialRunnerParts<Row>['log']
    const endOf = ({ message }: Error) =>
      message === 'unplugged' ? { status: 'ABORTED' as const, code: 'instrument_lost', message: 'seq was lost' } : null
    const { runner, ends, until } = open({ log, endOf: endOf as NonNullable<SerialRunnerParts<Row>['endOf']> })
    for (const [id, message] of [
      ['a', 'unplugged'],
      ['b', 'a bug'],
    ] as const) {
      runner.add(id)
      await until(id, 'PROCESSING')
      ends.get(id)!.broken(new Error(message))
      await until(id, id === 'a' ? 'ABORTED' : 'FAILED')
    }
    expect(lines).toEqual([
      ['warn', { run_id: 'a', code: 'instrument_lost', status: 'ABORTED' }, 'a run ended early: seq was lost'],
      ['error', 'a bug', { run_id: 'b' }, 'a run failed'],
    ])
  })

  it('aborts what is done and what waits, once', async () => {
    const { runner, begun, statusOf, until } = open()
    for (const id of ['a', 'b', 'c']) runner.add(id)
    await until('a', 'PROCESSING')
    await runner.abort('b', caller)
    await runner.abort('a', caller)
    await until('c', 'PROCESSING')
    expect([statusOf('a'), statusOf('b'), begun]).toEqual(['ABORTED', 'ABORTED', ['a', 'c']])
    await expect(runner.abort('a', caller)).rejects.toThrow('Run a is ABORTED and cannot be aborted')
  })

  it.each(['run', 'study'] as const)('names what it aborts: a %s', async what => {
    const reasons: string[] = []
    const execute = (_: Row, signal: AbortSignal) =>
      new Promise<void>((_, broken) => {
        signal.addEventListener('abort', () => {
          reasons.push(signal.reason.message)
          broken(signal.reason)
        })
      })
    const { runner, until } = open({ what, execute })
    runner.add('a')
    await until('a', 'PROCESSING')
    await runner.abort('a', caller)
    await runner.stop()
    expect(reasons).toEqual([`The ${what} was aborted`])
  })

  it('stopped, leaves the row as it is for the next start, and begins nothing more', async () => {
    const { runner, begun, statusOf, until } = open()
    for (const id of ['a', 'b']) runner.add(id)
    await until('a', 'PROCESSING')
    await runner.stop()
    runner.add('c')
    expect([statusOf('a'), statusOf('b'), begun]).toEqual(['PROCESSING', 'PENDING', ['a']])
    expect(() => runner.refuseWhileStopping()).toThrow('takes no more runs')
  })
})
