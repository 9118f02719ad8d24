import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { loadDrivers, parseDriver } from '../../../../main/instruments/driver-files/load'
import { connectInstrument } from '../../../../main/instruments/drivers/instrument'
import { createCommandLog } from '../../../../main/instruments/exchange/command-log'
import { isFault } from '../../../../main/instruments/model/fault'
import { openTwin } from '../../../../main/instruments/transport/twin'
import { createLineTwin } from '../../../../main/twins/model/line-twin'
import { INSTRUMENTS } from '../table'

const MANUAL = readFileSync(join(INSTRUMENTS, 'README.md'), 'utf8')
const EXAMPLE = /```json\n([\s\S]*?)```/.exec(MANUAL)![1]!

/** The example of the manual with one place changed. */
function changed(path: readonly string[], value: unknown): string {
  const file = JSON.parse(EXAMPLE)
  const parent = path.slice(0, -1).reduce((at, name) => at[name], file)
  if (value === undefined) delete parent[path.at(-1)!]
  else parent[path.at(-1)!] = value
  return JSON.stringify(file)
}
const refusal = (text: string): string => {
  try {
    parseDriver(text, 'my.json')
  } catch (error) {
    if (isFault(error, 'driver_invalid')) return error.message
    throw error
  }
  return 'taken'
}

describe('the example of the manual', () => {
  it('drives the instrument that it describes', async () => {
    let volts = 0
    const twin = createLineTwin({
      replyEnd: '\n',
      inputBytes: 100,
      handle(line) {
        if (line === '*IDN?') return 'ACME,V1,17,2.0'
        if (line === 'V?') return volts.toFixed(4)
        volts = Number(line.slice(2))
        return null
      },
    })
    const driver = parseDriver(EXAMPLE, 'acme-v1.json')
    const transport = openTwin(twin, { path: 'twin:acme' })
    const instrument = await connectInstrument({ id: 'acme', driver, transport, log: createCommandLog() })
    expect(instrument.identity).toEqual({ vendor: 'ACME', model: 'V1', serial_number: '17', firmware: '2.0' })
    expect(await instrument.set('voltage', 0.25)).toMatchObject({ old: 0, read_back: 0.25 })
    expect(await instrument.console('V?', { actor: 'ana', work: null })).toBe('0.2500')
    await expect(instrument.set('voltage', 7)).rejects.toMatchObject({
      fault: 'value_out_of_range',
      message: 'acme: voltage takes -5 to 5 V, not 7',
    })
    await expect(instrument.read('current')).rejects.toThrow(/there is no current; it has voltage/)
    await instrument.close()
  })
})

describe('a driver file that is wrong', () => {
  const voltage = ['parameters', 'voltage']
  it.each([
    ['no JSON at all', 'VOLT?', /my.json: no JSON/],
    ['a missing field', changed(['vendor'], undefined), /my.json: \/vendor: missing; expected text/],
    ['a field that nobody knows', changed(['voltage'], 1), /unknown field/],
    [
      'a range that goes backwards',
      changed([...voltage, 'value', 'range'], [5, -5]),
      /\/parameters\/voltage\/value\/range: a range goes from low to high/,
    ],
    [
      'a set that cannot be read back',
      changed([...voltage, 'get'], undefined),
      /\/parameters\/voltage\/get: missing: what is set must be read back/,
    ],
    [
      'a placeholder that stands for nothing',
      changed([...voltage, 'set'], 'V {valve}'),
      /\/parameters\/voltage\/set: \{valve\} stands for nothing/,
    ],
    [
      'the value as a placeholder in an answer',
      changed([...voltage, 'set_reply'], '^OK {value}$'),
      /\/parameters\/voltage\/set_reply: \{value\} stands for nothing in an answer, only \{channel\} does/,
    ],
    [
      'a channel that is not listed',
      changed([...voltage, 'get'], 'V{channel}?'),
      /\/parameters\/voltage\/channels: missing/,
    ],
    [
      'a safe value out of range',
      changed([...voltage, 'safe'], { value: 9 }),
      /\/parameters\/voltage\/safe\/value: .*-5 to 5 V/,
    ],
    [
      'a range that follows from no setting of its own',
      changed([...voltage, 'value', 'range_by_setting'], { parameter: 'gain', values: {} }),
      /\/parameters\/voltage\/value\/range_by_setting\/parameter: there is no choice gain/,
    ],
    [
      'a range of a channel that is not there',
      changed([...voltage, 'value', 'range_by_channel'], { 7: [0, 1] }),
      /\/parameters\/voltage\/value\/range_by_channel\/7: there is no channel 7/,
    ],
    ['a pattern that is none', changed([...voltage, 'reply'], '^(?<value>$'), /\/parameters\/voltage\/reply/],
    [
      'a pattern that can take forever',
      changed([...voltage, 'reply'], '^(?<value>(a+)+)$'),
      /\/parameters\/voltage\/reply/,
    ],
    [
      'reports over a serial line',
      changed(['framing', 'kind'], 'report'),
      /\/framing\/kind: report goes with transport hid/,
    ],
    [
      'a checksum of a kind that nobody knows',
      changed(['framing', 'checksum'], { kind: 'crc32' }),
      /\/framing\/checksum\/kind: .*sum8_hex/,
    ],
    [
      'a checksum with a field that nobody knows',
      changed(['framing', 'checksum'], { kind: 'xor_hex', from: 1 }),
      /\/framing\/checksum.*: unknown field/,
    ],
    [
      'a checksum of which everything is left out',
      changed(['framing', 'checksum'], { kind: 'xor_hex', skip: 17 }),
      /\/framing\/checksum\/skip/,
    ],
    [
      'a checksum without lines',
      changed(['framing'], { kind: 'block', checksum: { kind: 'xor_hex' } }),
      /\/framing\/checksum: goes with kind line \(line 1\)/,
    ],
    [
      'letters of decimal digits',
      changed(['framing', 'checksum'], { kind: 'sum8_decimal', letters: 'any' }),
      /\/framing\/checksum\/letters: decimal digits have no letters/,
    ],
    [
      'lines with a checksum of more than 65,536 bytes',
      changed(['framing'], { kind: 'line', checksum: { kind: 'xor_hex' }, max_reply_bytes: 65_537 }),
      /\/framing\/max_reply_bytes: a line with a checksum has at most 65536 bytes/,
    ],
    [
      'a checksum of a sequencer',
      changed(['role'], 'sequencer').replace('"line"', '"line","checksum":{"kind":"xor_hex"}'),
      /\/framing\/checksum: a sequencer takes its program as a block/,
    ],
    [
      'an answer that has no checksum',
      changed([...voltage, 'reply'], { raw_bytes: 4 }).replace('"line"', '"line","checksum":{"kind":"xor_hex"}'),
      /\/parameters\/voltage\/reply: only lines end with a checksum/,
    ],
    [
      'an answer on the way that has no checksum',
      changed([...voltage, 'get'], [{ ask: 'S?', reply: { bytes: [1] } }, 'V?']).replace(
        '"line"',
        '"line","checksum":{"kind":"xor_hex"}',
      ),
      /\/parameters\/voltage\/get\/0\/reply: only lines end with a checksum/,
    ],
    [
      'a vector without the checksum that its commands have',
      changed(['framing', 'checksum'], { kind: 'xor_hex' }),
      /\/vectors\/0\/tx: it sends \*IDN\?[0-9A-F]{2}\\n where the vector has \*IDN\?\\n/,
    ],
    [
      'a vector of a parameter that is not there',
      changed(['vectors'], [{ get: 'current', tx: [], rx: [] }]),
      /\/vectors\/0: there is no parameter current/,
    ],
    [
      'a vector of other bytes than it sends',
      changed(['vectors', '1', 'tx'], ['VOLT 0.2500\n']),
      /\/vectors\/1\/tx: it sends V 0\.2500\\n where the vector has VOLT 0\.2500\\n \(line 1\)/,
    ],
    [
      'a vector of fewer requests than it sends',
      changed(['vectors', '2', 'tx'], []),
      /\/vectors\/2\/tx: it sends V\?\\n where the vector ends/,
    ],
    [
      'a vector of more requests than it sends',
      changed(['vectors', '1', 'tx'], ['V 0.2500\n', 'GO\n']),
      /\/vectors\/1\/tx: it never sends GO\\n/,
    ],
    [
      'a vector whose answer it does not understand',
      changed(['vectors', '2', 'rx'], ['+0.25\n']),
      /\/vectors\/2\/rx: its answer \+0\.25 is not in the form/,
    ],
    [
      'a vector whose answer has no end',
      changed(['vectors', '2', 'rx'], ['0.2500']),
      /\/vectors\/2\/rx: no whole answer: is its end missing\?/,
    ],
    [
      'a vector of another value than the answer reads',
      changed(['vectors', '2', 'value'], 0.52),
      /\/vectors\/2\/value: the answer reads 0\.25/,
    ],
    [
      'a vector with an answer that nobody reads',
      changed(['vectors', '1', 'rx'], ['OK\n']),
      /\/vectors\/1\/rx: nobody reads OK\\n/,
    ],
    [
      'a vector that does not end in its fault',
      changed(['vectors', '2', 'fault'], 'refused'),
      /\/vectors\/2\/fault: it does not end in refused/,
    ],
    [
      'a choice whose name is none',
      changed(['parameters', 'range'], {
        label: 'Range',
        value: { type: 'choice', values: { '10mV': ['0'] } },
        get: 'R?',
        reply: '^(?<value>.*)$',
      }),
      /\/parameters\/range\/value\/values\/10mV: no name that may stand here; expected a lower-case letter, then/,
    ],
    [
      'a name that appears twice',
      EXAMPLE.replace('"id": "acme-v1"', '"id": "acme-v1", "id": "acme-v2"'),
      /\/id: the name id appears twice/,
    ],
    [
      'lists and objects as deep as the file is long',
      EXAMPLE.replace('"id"', `"x":${'{"a":\n['.repeat(60_000)}"[[{"${']}'.repeat(60_000)},"id"`),
      /^my\.json: more than 100 lists and objects within each other \(line \d\d\)$/,
    ],
    ['brackets in texts', EXAMPLE.replace('"id"', `"x":"${'\\"[{'.repeat(500)}","id"`), /\/x: unknown field/],
  ])('with %s is refused with the place', (_, text, message) => {
    expect(refusal(text)).toMatch(message)
  })

  it('names every unknown field, and the line that it stands on', () => {
    const text = EXAMPLE.replace('"role"', '"rol": "x",\n  "role"').replace('"label"', '"lable": "x",\n      "label"')
    const lines = text.split('\n')
    const lineOf = (name: string) => lines.findIndex(line => line.includes(`"${name}"`)) + 1
    const said = refusal(text).split('\n')
    expect(said).toHaveLength(2)
    expect(said.find(one => one.includes('/rol: '))).toMatch(
      new RegExp(`/rol: unknown field; known: .* \\(line ${lineOf('rol')}\\)$`),
    )
    expect(said.find(one => one.includes('/parameters/voltage/lable: '))).toMatch(
      new RegExp(`unknown field; known: .* \\(line ${lineOf('lable')}\\)$`),
    )
  })

  it('is named in one line, whatever its texts hold', () => {
    const text = readFileSync(join(INSTRUMENTS, 'pfeiffer-tpg36x.json'), 'utf8')
    const damaged = text.replace('"status": "identification_error"', '"status": "identificati\\n_error"')
    expect(() => parseDriver(damaged, 'my.json')).toThrow(/not identificati\\n_error.* \(line \d+\)$/)
  })

  it('never brings the loader down, whatever stands in it', () => {
    const paths = [
      ['framing'],
      ['timing'],
      ['identity'],
      ['transport'],
      voltage,
      [...voltage, 'value'],
      [...voltage, 'get'],
      ['vectors'],
    ]
    fc.assert(
      fc.property(fc.constantFrom(...paths), fc.jsonValue({ maxDepth: 3 }), (path, value) => {
        expect(refusal(changed(path, value))).toMatch(/^my\.json: |^taken$/)
      }),
      { numRuns: 300 },
    )
    fc.assert(
      fc.property(fc.string(), text => {
        expect(refusal(text)).toMatch(/^my\.json: /)
      }),
    )
  })
})

describe('the udev rules', () => {
  it('name every USB identity of the drivers', () => {
    const rules = readFileSync(join(INSTRUMENTS, '../udev/70-pentad-instruments.rules'), 'utf8')
    const { drivers } = loadDrivers([INSTRUMENTS])
    for (const { match } of drivers.values())
      for (const { vendor_id, product_id } of match.usb) {
        const lines = rules.split('\n').filter(line => line.includes(`ATTRS{idVendor}=="${vendor_id}"`))
        expect(
          lines.some(line => !line.includes('idProduct') || line.includes(`"${product_id}"`)),
          `${vendor_id}:${product_id}`,
        ).toBe(true)
      }
  })
})
