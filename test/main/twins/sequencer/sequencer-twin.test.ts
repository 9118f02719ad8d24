import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { asciiBytes, canonicalText } from '../../../../main/sequencer/program/text'
import { createCommandReader } from '../../../../main/twins/sequencer/command-reader'
import { compiledOf, DEMO, linkTo, noise, sha256, twinOf } from './rig'

const { program } = compiledOf({ mode: 'detection', rounds: 1 }, 20)
const BYTES = asciiBytes(canonicalText(program))
const AT = 'SLOT2:SEQuencer0'

/** Power has just come on. */
const clock = { now: () => 0, after: () => () => undefined }

async function ready() {
  const twin = twinOf('twirled', { clock })
  const link = linkTo(twin)
  await link.upload(`${AT}:PROGram`, BYTES)
  return { twin, link }
}

const stopped = async (link: ReturnType<typeof linkTo>): Promise<string> => {
  for (;;) {
    const state = await link.query(`${AT}:STATE?`)
    if (!state.includes('RUNNING')) return state
    await new Promise(resolve => setTimeout(resolve, 2))
  }
}

describe('the sequencer twin', () => {
  it('says that it is simulated', async () => {
    expect(await linkTo(twinOf()).query('*IDN?')).toBe('Pentad,QSEQ twin SIMULATED,T-0001,1.0.0')
  })

  it('goes from idle over armed and running to stopped, and keeps bins and marks', async () => {
    const { link } = await ready()
    expect(await link.query(`${AT}:STATE?`)).toBe('OKAY;IDLE;;;;')
    expect(await link.query(`${AT}:PROGram:SHA256?`)).toBe(sha256(BYTES))
    await link.command(`${AT}:ARM`)
    expect(await link.query(`${AT}:STATE?`)).toBe('OKAY;ARMED;;;;')
    await link.command(`${AT}:START`)
    expect(await stopped(link)).toBe('OKAY;STOPPED;ACQ_BINNING_DONE,;;;')
    expect(await link.queryBlock(`${AT}:ACQuisition:BINs?`)).toHaveLength(20 * program.slots)
    const marks = new BigUint64Array((await link.queryBlock(`${AT}:MARKs?`)).slice().buffer)
    expect([...marks].slice(0, 3)).toEqual([7_088n, 13_776n, 7_088n + 14_608n])
    expect(await link.query('SYSTem:ERRor:ALL?')).toBe('0,"No error"')
  })

  it('receives headers in short and long form and in any case', async () => {
    const { link } = await ready()
    expect(await link.query('slot2:seq0:state?')).toBe('OKAY;IDLE;;;;')
    expect(await link.query('SYST:ERR:COUN?')).toBe('0')
    expect(await link.query('*OPC?')).toBe('1')
  })

  it('draws anew for every batch, and the same for the same seed', async () => {
    const batches = async () => {
      const { link } = await ready()
      const found: string[] = []
      for (let batch = 0; batch < 2; batch++) {
        await link.command(`${AT}:ARM`)
        await link.command(`${AT}:START`)
        await stopped(link)
        found.push(sha256(await link.queryBlock(`${AT}:ACQuisition:BINs?`)))
      }
      return found
    }
    const [one, two] = [await batches(), await batches()]
    expect(one).toEqual(two)
    expect(one[0]).not.toBe(one[1])
  })

  it('reads a program out with the noise of its upload, whatever is set afterwards', async () => {
    const measured = async (afterwards: typeof noise) => {
      const { twin, link } = await ready()
      twin.setNoise(afterwards)
      await link.command(`${AT}:ARM`)
      await link.command(`${AT}:START`)
      await stopped(link)
      const bins = await link.queryBlock(`${AT}:ACQuisition:BINs?`)
      return [sha256(bins), sha256(await link.queryBlock(`${AT}:ACQuisition:IQ?`))]
    }
    expect(await measured({ ...noise, readout: () => 0.3 })).toEqual(await measured(noise))
  })

  it.each([
    ['another header', 'SLOT2:SEQuencer0:JUMP', '-113'],
    ['another slot', 'SLOT3:SEQuencer0:ARM', '-114'],
    ['another sequencer', 'SLOT2:SEQuencer1:ARM', '-114'],
    ['arming without a program', `${AT}:ARM`, '-221'],
    ['starting what is not armed', `${AT}:START`, '-211'],
    ['a program without a block', `${AT}:PROGram`, '-109'],
    ['a block of no definite length', `${AT}:PROGram #0{}`, '-161'],
    ['a block whose length is no number', `${AT}:PROGram #2x9{}`, '-161'],
    ['a block where none belongs', `${AT}:ARM #12{}`, '-108'],
    ['a program that is no JSON', `${AT}:PROGram #12{{`, '-222'],
    ['words of another kind', 'hello', '-113'],
  ])('queues an error at %s', async (_, line, code) => {
    const link = linkTo(twinOf())
    await link.command(line)
    expect(await link.query('SYSTem:ERRor:NEXT?')).toMatch(new RegExp(`^${code},".+"$`))
    expect(await link.query('SYSTem:ERRor:NEXT?')).toBe('0,"No error"')
  })

  it('keeps its queue of errors short, and says that it overflowed', async () => {
    const link = linkTo(twinOf())
    for (let i = 0; i < 40; i++) await link.command('nonsense')
    expect(await link.query('SYST:ERR:COUN?')).toBe('32')
    expect(await link.query('SYST:ERR:ALL?')).toContain('Queue overflow')
  })

  it('refuses a block that lies about its length, by what follows it', async () => {
    const link = linkTo(twinOf())
    await link.upload(`${AT}:PROGram`, BYTES.slice(0, -10))
    expect(await link.query('SYST:ERR?')).toContain('not JSON')
    expect(await link.query(`${AT}:PROGram:SHA256?`)).toBe('')
  })

  it('skips a block that is larger than its memory and receives what comes after', async () => {
    const link = linkTo(twinOf('twirled', { limits: { ...DEMO, program_bytes: 100 } }))
    await link.upload(`${AT}:PROGram`, new Uint8Array(5_000).fill(65))
    expect(await link.query('SYST:ERR?')).toContain('Too much data')
    expect(await link.query('*OPC?')).toBe('1')
  })

  it('ends a batch when it is stopped, and keeps nothing of it', async () => {
    const { link } = await ready()
    await link.command(`${AT}:ARM`)
    await link.command(`${AT}:START`)
    await link.command(`${AT}:STOP`)
    expect(await link.query(`${AT}:STATE?`)).toBe('OKAY;STOPPED;FORCED_STOP,;;;')
    await new Promise(resolve => setTimeout(resolve, 50))
    expect(await link.queryBlock(`${AT}:ACQuisition:BINs?`)).toHaveLength(0)
  })

  it('is silent once it is closed', async () => {
    const { twin } = await ready()
    let received = 0
    twin.onSend(() => void received++)
    twin.close()
    twin.receive(Buffer.from('*IDN?\n'))
    expect(received).toBe(0)
  })

  it('survives any bytes, and still answers', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 200 }), { maxLength: 10 }), pieces => {
        const twin = twinOf()
        let sent = ''
        twin.onSend(bytes => {
          sent += Buffer.from(bytes).toString('latin1')
        })
        for (const piece of pieces) twin.receive(piece)
        // Whatever block was begun is ended by as many bytes as it can ask for, or refused.
        twin.receive(Buffer.from('\n*RST\n*IDN?\n'))
        expect(typeof sent).toBe('string')
      }),
      { numRuns: 200 },
    )
  })
})

describe('the reader of commands', () => {
  const LINES = Buffer.concat([Buffer.from('*CLS\r\nSLOT2:SEQ0:PROG #15a\nb#c\n\n*IDN?\n')])

  it('reads the same messages however the bytes are cut', () => {
    const whole = createCommandReader(100)(LINES)
    expect(whole.map(each => ('error' in each ? each.error : each.text))).toEqual(['*CLS', 'SLOT2:SEQ0:PROG', '*IDN?'])
    fc.assert(
      fc.property(fc.array(fc.nat(LINES.length)), cuts => {
        const read = createCommandReader(100)
        const at = [0, ...cuts.sort((a, b) => a - b), LINES.length]
        expect(at.slice(1).flatMap((end, i) => read(LINES.subarray(at[i], end)))).toEqual(whole)
      }),
    )
  })

  it('gives up on a line that never ends', () => {
    const read = createCommandReader(100)
    expect(read(new Uint8Array(5_000).fill(65))).toEqual([{ error: expect.stringContaining('too long') }])
    expect(read(Buffer.from('*IDN?\n'))).toEqual([{ text: '*IDN?', block: null }])
  })
})

it('knows nothing of the compiler, of experiments and of runs', () => {
  const folder = join(import.meta.dirname, '../../../../main/twins/sequencer')
  const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.ts'))
    .map(name => readFileSync(join(folder, name), 'utf8'))
  const imports = sources.flatMap(source => [...source.matchAll(/from '(\.\.[^']+)'/g)].map(([, path]) => path!))
  expect(imports.length).toBeGreaterThan(20)
  expect(
    imports.filter(path =>
      /sequencer\/|runs\/|instruments\/|qec\/(experiment|schedule|spam|search|proof|decoding)\//.test(path),
    ),
  ).toEqual([])
})
