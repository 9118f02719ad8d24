import { describe, expect, it } from 'vitest'
import { type BitPlanes, bitAt } from '../../../../main/qec/program/frame'
import { type Batch, type MeasureProgramOptions, measureProgram } from '../../../../main/sequencer/host/measure-program'
import { parseError, parseState, type SequencerLink, stopAndDrain } from '../../../../main/sequencer/host/sequencer'
import type { SequencerError } from '../../../../main/sequencer/program/errors'
import { programText } from '../../../../main/sequencer/program/text'
import { ADDRESS, clock, compiledOf, DEMO, linkTo, sha256, twinOf } from '../../twins/sequencer/rig'

const { program, reference } = compiledOf({ mode: 'detection', rounds: 1 })

/** 100 shots a batch. */
const SMALL = { ...DEMO, bins: 100 * program.slots }

async function played(link: SequencerLink, changed: Partial<MeasureProgramOptions> = {}) {
  const batches: Batch[] = []
  const onBatch = async (batch: Batch) => void batches.push(batch)
  const of = { program, reference, profile: SMALL, address: ADDRESS, sha256, clock, shots: 250, onBatch, ...changed }
  const run = await measureProgram(link, of)
  return { run, batches }
}

/** What it ends with. */
const ending = (work: Promise<unknown>): Promise<SequencerError> =>
  work.then(
    () => expect.fail('it ended well'),
    error => error,
  )

/** The link, with some answers replaced. */
const spoiled = (link: SequencerLink, spoil: Partial<SequencerLink>): SequencerLink => ({ ...link, ...spoil })

describe('a program on a sequencer', () => {
  it('is uploaded once for each size of batch, and hands out every batch', async () => {
    const uploads: number[] = []
    const link = linkTo(twinOf())
    const counting = spoiled(link, {
      upload: (text, bytes) => link.upload(text, bytes).then(() => void uploads.push(bytes.length)),
    })
    const { run, batches } = await played(counting)
    expect(batches.map(({ shots, top_up }) => [shots, top_up])).toEqual([
      [100, false],
      [100, false],
      [50, false],
    ])
    expect(uploads).toHaveLength(2)
    expect(run).toMatchObject({ shots: 250, batches: 3, lost: { invalid: 0, feedback_mismatch: 0 } })
    expect(run.program_bytes).toBe(uploads[0])
    expect(run.timing).toMatchObject({ source: 'measured', value_ns: 6_688, n: 250 })
    expect(batches[0]!.flags).toEqual(['ACQ_BINNING_DONE'])
  })

  it('is not uploaded again while the sequencer holds it', async () => {
    let uploads = 0
    const link = linkTo(twinOf())
    const counting = spoiled(link, {
      upload: (text, bytes) => {
        uploads += 1
        return link.upload(text, bytes)
      },
    })
    const uploaded_sha256 = sha256(programText(program, 100))
    const uploadsOf = async (shots: number) => {
      const before = uploads
      const { run } = await played(counting, { shots, uploaded_sha256 })
      expect(run).toMatchObject({ shots, program_sha256: sha256(programText(program, Math.min(shots, 100))) })
      return uploads - before
    }
    // Only said to be held; held; another one loaded after it; another one held.
    expect([await uploadsOf(100), await uploadsOf(100), await uploadsOf(150), await uploadsOf(100)]).toEqual([
      1, 0, 1, 1,
    ])
  })

  it('is uploaded as the text that was made beforehand for batches of its size, and as its own text for others', async () => {
    const sent: Uint8Array[] = []
    const link = linkTo(twinOf())
    const upload: SequencerLink['upload'] = async (text, bytes) => {
      sent.push(bytes)
      return link.upload(text, bytes)
    }
    const bytes = programText(program, 100)
    await played(spoiled(link, { upload }), { prepared: { shots: 100, bytes } })
    expect(sent[0]).toBe(bytes)
    expect(sent[1]).toEqual(programText(program, 50))
  })

  it('starts no batch before the one before it is kept', async () => {
    const order: string[] = []
    const link = linkTo(twinOf())
    const watched = spoiled(link, {
      command: text => {
        if (text.endsWith('START')) order.push('start')
        return link.command(text)
      },
    })
    await played(watched, { onBatch: async () => clock.wait(5).then(() => void order.push('kept')) })
    expect(order).toEqual(['start', 'kept', 'start', 'kept', 'start', 'kept'])
  })

  it('counts lost shots and measures them again, at most one in twenty', async () => {
    const { run, batches } = await played(linkTo(twinOf('twirled', { spoiled: { empty: 0.0005, invalid: 0.0005 } })), {
      shots: 1_000,
    })
    const lost = run.lost.invalid + run.lost.feedback_mismatch
    expect(lost).toBeGreaterThan(0)
    expect(batches.at(-1)!.top_up).toBe(true)
    expect(batches.filter(({ top_up }) => top_up).reduce((sum, { shots }) => sum + shots, 0)).toBeLessThanOrEqual(50)
    expect(run.shots).toBe(batches.reduce((sum, { planes }) => sum + planes.shots, 0))
    expect(run.shots + lost).toBe(batches.reduce((sum, { shots }) => sum + shots, 0))
  })

  it('tops up no more than a twentieth where nearly every shot is lost', async () => {
    const { run } = await played(linkTo(twinOf('twirled', { spoiled: { empty: 0.1, invalid: 0.1 } })))
    expect(run.shots).toBeLessThan(25)
    expect(run.batches).toBe(4)
  })

  it('gives the same bits however the bytes are cut', async () => {
    const whole = await played(linkTo(twinOf()))
    const cut = await played(linkTo(twinOf(), bytes => Array.from(bytes, byte => Uint8Array.of(byte))))
    const bits = (planes: BitPlanes) => Array.from({ length: planes.shots }, (_, shot) => bitAt(planes, 5, shot))
    expect(cut.batches.map(({ planes }) => bits(planes))).toEqual(whole.batches.map(({ planes }) => bits(planes)))
  })

  it('says so where the device has no timestamps', async () => {
    const { run } = await played(linkTo(twinOf('twirled', { limits: { ...SMALL, timestamps: 'none' } })), {
      profile: { ...SMALL, timestamps: 'none' },
    })
    expect(run.timing).toMatchObject({ source: 'compiled', n: 0 })
  })
})

describe('a run that goes wrong', () => {
  it('is refused before anything is sent where the profile does not hold the program', async () => {
    const silent = {
      command: () => expect.fail(),
      query: () => expect.fail(),
      upload: () => expect.fail(),
      queryBlock: () => expect.fail(),
    }
    const found = await ending(played(silent, { profile: { ...DEMO, bins: 4 } }))
    expect(found).toMatchObject({ code: 'exceeds_profile', details: { profile: 'demo' } })
    expect(found.message).toContain('fewer rounds')
  })

  it('names another program than the one that was sent', async () => {
    const link = linkTo(twinOf())
    const flipped = (bytes: Uint8Array) => bytes.with(bytes.length - 20, bytes.at(-20) === 48 ? 49 : 48)
    const found = await ending(played(spoiled(link, { upload: (text, bytes) => link.upload(text, flipped(bytes)) })))
    expect(['upload_mismatch', 'device_error']).toContain(found.code)
  })

  it('names what the sequencer refused, in its words', async () => {
    const found = await ending(played(linkTo(twinOf('twirled', { limits: { ...DEMO, bins: 10 } }))))
    expect(found.code).toBe('device_error')
    expect(found.message).toContain('do not fit 10 bins')
  })

  it('ends with timing_mismatch where rounds last longer than compiled, and hands out no batch', async () => {
    const link = linkTo(twinOf())
    const batches: Batch[] = []
    const late = spoiled(link, {
      queryBlock: async text => {
        const bytes = await link.queryBlock(text)
        if (!text.includes('MARK')) return bytes
        const marks = new BigUint64Array(bytes.slice().buffer)
        return new Uint8Array(marks.map((ns, i) => ns + (i % 2 === 1 ? 2_000n : 0n)).buffer)
      },
    })
    const found = await ending(played(late, { onBatch: async batch => void batches.push(batch) }))
    expect(found.code).toBe('timing_mismatch')
    expect(found.message).toContain('8688 ns on the device and 6688 ns as compiled')
    expect(batches).toEqual([])
  })

  it('is no run where bins are missing', async () => {
    const link = linkTo(twinOf())
    const short = spoiled(link, { queryBlock: async text => (await link.queryBlock(text)).slice(0, -1) })
    expect(await ending(played(short))).toMatchObject({ code: 'link_failed' })
  })

  it('gives up on a sequencer that never stops', async () => {
    const link = linkTo(twinOf())
    let now = 1_800_000_000_000
    const running = spoiled(link, {
      query: async text => (text.endsWith('STATE?') ? 'OKAY;RUNNING;;;;' : link.query(text)),
    })
    const fast = {
      now_ms: () => now,
      wait: async () => {
        now += 10_000
      },
    }
    expect(await ending(played(running, { clock: fast }))).toMatchObject({
      code: 'device_timeout',
      message: expect.stringMatching(/ is not done after \d{1,6} ms$/),
    })
  })

  it('reports a state of error with what the queue says', async () => {
    const link = linkTo(twinOf())
    const failing = spoiled(link, {
      query: async text => (text.endsWith('STATE?') ? 'ERROR;STOPPED;;;DAC_OVERFLOW;' : link.query(text)),
    })
    const found = await ending(played(failing))
    expect(found).toMatchObject({ code: 'device_error' })
    expect(found.message).toContain('DAC_OVERFLOW')
  })

  it('that is cancelled leaves the sequencer stopped and empty, and rejects with the reason', async () => {
    const link = linkTo(twinOf())
    const stop = new AbortController()
    const reason = new Error('enough')
    const found = await ending(played(link, { signal: stop.signal, onBatch: async () => stop.abort(reason) }))
    expect(found).toBe(reason)
    expect(parseState(await link.query('SLOT2:SEQuencer0:STATE?')).state).toBe('STOPPED')
    expect(await link.queryBlock('SLOT2:SEQuencer0:ACQuisition:BINs?')).toHaveLength(0)
  })
})

describe('answers', () => {
  it('are read as they are defined', () => {
    expect(parseState('OKAY;STOPPED;ACQ_BINNING_DONE,;;;')).toEqual({
      status: 'OKAY',
      state: 'STOPPED',
      flags: ['ACQ_BINNING_DONE'],
      warnings: [],
      errors: [],
    })
    expect(parseError('0,"No error"')).toBeNull()
    expect(parseError('-222,"Data out of range; 4"')).toEqual({ code: -222, message: 'Data out of range; 4' })
  })

  it.each(['', 'OKAY', 'OKAY;ASLEEP;;;;', '1.25', 'FINE;IDLE;;;;'])('that are none are refused: "%s"', text => {
    expect(() => parseState(text)).toThrow('is no answer to STATE?')
    expect(() => parseError(text)).toThrow('is no entry of an error queue')
  })

  it('of an error queue are drained, and one that never empties is left', async () => {
    const link = { ...linkTo(twinOf()), query: async () => '-100,"Command error"' }
    expect(await stopAndDrain(link, ADDRESS)).toHaveLength(64)
  })
})
