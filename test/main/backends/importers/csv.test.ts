/** Our own tables: the template, what spreadsheets make of it, and what is wrong in them, cell by cell. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { NamedText } from '../../../../main/backends/files/json'
import { importSnapshot } from '../../../../main/backends/importers/import-snapshot'
import { CSV_TEMPLATE } from '../../../../main/contract/calibration/csv-template'
import { CalibrationSnapshot } from '../../../../main/contract/calibration/snapshot'
import { AppError } from '../../../../main/contract/model/errors'
import { expectJudged } from './garbage'

const HEAD = 'qubit,t1_us,t2 (ms),readout_error,fidelity_1q,readout_length_ns'
const qubits = (rows: readonly string[], head = HEAD): NamedText => ({
  name: 'qubits.csv',
  content: [head, ...rows].join('\n'),
})
const couplings = (rows: readonly string[] = ['A,B,0.5%,42'], head = 'a,b,error,length_ns'): NamedText => ({
  name: 'couplings.csv',
  content: [head, ...rows].join('\n'),
})
const GOOD = ['A,50,0.03,1%,0.9995,500', 'B,60.5,,0.02,99.9%,']

/** `line:column message`, of every fault. */
function faultsOf(...files: NamedText[]): string[] {
  try {
    importSnapshot(files)
    return []
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return error.faults.map(({ file, line, column, message }) => `${file}:${line ?? ''}:${column ?? ''} ${message}`)
  }
}
const read = (...files: NamedText[]) => importSnapshot(files).snapshot

describe('tables of qubits and couplings', () => {
  it('are taken as the template has them', () => {
    const { snapshot, positions } = importSnapshot([...CSV_TEMPLATE])
    expect(snapshot).toMatchObject({ vendor: 'Our lab', source_device: 'example', t2_kind: 'echo' })
    expect(snapshot.calibrated_at).toBe('2026-11-20T08:00:00Z')
    expect([snapshot.qubits.length, snapshot.edges.length]).toEqual([9, 12])
    expect(snapshot.qubits[1]).toMatchObject({ label: 'Q1', t1_us: 187, readout_fidelity: 0.989, reset_fidelity: null })
    expect(snapshot.edges[0]).toMatchObject({ a: 0, b: 1, gate: 'cz', fidelity: 0.9979, duration_ns: 42 })
    expect(positions?.get('Q5')).toEqual([2, 1])
  })

  it('say their units in the headings, percent in headings or cells', () => {
    const snapshot = read(qubits(GOOD), couplings())
    expect(snapshot.qubits).toMatchObject([
      { label: 'A', t1_us: 50, t2_us: 30, readout_fidelity: 0.99, fidelity_1q: 0.9995, readout_length_ns: 500 },
      { label: 'B', t1_us: 60.5, t2_us: null, readout_fidelity: 0.98, fidelity_1q: 0.999, readout_length_ns: null },
    ])
    expect(snapshot.edges).toMatchObject([{ a: 0, b: 1, fidelity: 0.995 }])
    const percent = qubits(['A,1.5', 'B,2'], 'Qubit,Readout error [%]')
    expect(read(percent, couplings()).qubits.map(({ readout_fidelity }) => readout_fidelity)).toEqual([0.985, 0.98])
  })

  it('mean the same however a spreadsheet saves them', () => {
    const plain = read(qubits(GOOD), couplings())
    const semicolons = (file: NamedText, mark: string): NamedText => ({
      ...file,
      content: `\uFEFF${file.content
        .replaceAll(/\d\.\d/g, number => number.replace('.', '!'))
        .replaceAll(',', mark)
        .replaceAll('!', ',')
        .replaceAll('\n', `${mark}${mark}\r\n`)}\r\n${mark}${mark}\r\n`,
    })
    for (const mark of [';', '\t'])
      expect(read(semicolons(qubits(GOOD), mark), semicolons(couplings(), mark)).calibration_id).toBe(
        plain.calibration_id,
      )
    const quoted = { ...qubits(GOOD), content: qubits(GOOD).content.replaceAll(/[^,\n]+/g, cell => `"${cell}"`) }
    expect(read(quoted, couplings()).calibration_id).toBe(plain.calibration_id)
  })

  it('name every fault at its line and cell', () => {
    const head = '# calibrated_at: yesterday\n# t2_kind: guess\nqubit,t1_us,t2,readout_error,fidelity_1q,T3_us'
    const rows = ['A,-5,1,250%,99.95,1', 'B,inf,1,0.02,2,1', 'A,5,1,7,1,1', ',-5,1,0,1,1', 'C,abc,1,0,1,1']
    expect(
      faultsOf(
        qubits(rows, head),
        couplings(['A,B,0.1,42', 'A,Z,0.1,42', 'B,A,0.2,42', 'C,C,1.5,-1', 'A,C', 'Y,B,1.5,42']),
      ),
    ).toEqual([
      'qubits.csv:1:1 "yesterday" is no date. Write one such as 2026-11-20T08:00:00Z.',
      'qubits.csv:2:1 t2_kind is "guess". Write echo or ramsey.',
      'qubits.csv:3:3 "t2": say its unit in the heading: t2_us, or t2 (us).',
      'qubits.csv:3:6 unknown column "T3_us". Known: qubit, x, y, t1, t2, t2_echo, error_1q, fidelity_1q, readout_error, readout_fidelity, reset_error, reset_fidelity, gate_1q_length, readout_length, reset_length, out_of_service.',
      'qubits.csv:4:2 t1_us: -5 is no time: expected more than 0. Leave the cell empty where nothing is known.',
      'qubits.csv:4:4 readout_error: 250 % is outside 0 to 100 %. Check it.',
      'qubits.csv:4:5 fidelity_1q: 99.95 is outside 0 to 1. In percent, write 99.95% or put (%) into the heading.',
      'qubits.csv:5:2 t1_us: "inf" is no figure. Leave the cell empty where nothing is known.',
      'qubits.csv:5:5 fidelity_1q: 2 is outside 0 to 1. In percent, write 2% or put (%) into the heading.',
      'qubits.csv:6:1 qubit "A" stands already in line 4. Keep one row.',
      'qubits.csv:6:4 readout_error: 7 is outside 0 to 1. In percent, write 7% or put (%) into the heading.',
      'qubits.csv:7:1 the qubit has no name.',
      'qubits.csv:7:2 t1_us: -5 is no time: expected more than 0. Leave the cell empty where nothing is known.',
      'qubits.csv:8:2 t1_us: "abc" is no number. Write one such as 45.2 or 1.3e-3, without its unit, or leave the cell empty.',
      'couplings.csv:3:2 b: "Z" is not in the table of qubits.',
      'couplings.csv:4:1 cz on B-A stands already in line 2. Keep one row.',
      'couplings.csv:5:2 it couples "C" to itself.',
      'couplings.csv:5:3 error: 1.5 is outside 0 to 1. In percent, write 1.5% or put (%) into the heading.',
      'couplings.csv:5:4 length_ns: -1 is no time: expected more than 0. Leave the cell empty where nothing is known.',
      'couplings.csv:7:1 a: "Y" is not in the table of qubits.',
      'couplings.csv:7:3 error: 1.5 is outside 0 to 1. In percent, write 1.5% or put (%) into the heading.',
    ])
  })

  it('name a misspelt gate at its cell, with the gates that are known and the other faults of its row', () => {
    const rows = ['A,B,czz,0.1', 'B,A,CX,0.1', 'A,Z,sqrt-iswap,2']
    const known = 'Known: cz, cphase, cx, ecr, iswap, xy, sqrt_iswap.'
    expect(faultsOf(qubits(GOOD), couplings(rows, 'a,b,gate,error'))).toEqual([
      `couplings.csv:2:3 gate: "czz" is unknown. ${known}`,
      'couplings.csv:4:2 b: "Z" is not in the table of qubits.',
      `couplings.csv:4:3 gate: "sqrt-iswap" is unknown. ${known}`,
      'couplings.csv:4:4 error: 2 is outside 0 to 1. In percent, write 2% or put (%) into the heading.',
    ])
  })

  const OPEN = 'a quotation mark opens here and is not closed. Close it, or take it out.'

  it('name a quotation mark that is not closed beside the faults of all other rows and of the other table', () => {
    const rows = ['A,-5,,,,', 'B,50,,,,', '"C,50,,,,', 'D,-6,,,,', '"E",50,,,,']
    expect(faultsOf(qubits(rows), couplings(['A,C,2%,42', 'A,Z,1%,42', 'A,E,1%,-1']))).toEqual([
      'qubits.csv:2:2 t1_us: -5 is no time: expected more than 0. Leave the cell empty where nothing is known.',
      `qubits.csv:4:1 ${OPEN}`,
      'qubits.csv:5:2 t1_us: -6 is no time: expected more than 0. Leave the cell empty where nothing is known.',
      'couplings.csv:3:2 b: "Z" is not in the table of qubits.',
      'couplings.csv:4:4 length_ns: -1 is no time: expected more than 0. Leave the cell empty where nothing is known.',
    ])
    expect(faultsOf(qubits(GOOD), couplings(['A,Z,1%,42', 'A,B,"1%,42']))).toEqual([
      'couplings.csv:2:2 b: "Z" is not in the table of qubits.',
      `couplings.csv:3:3 ${OPEN}`,
    ])
  })

  it('name each of several faults of quotation marks', () => {
    expect(faultsOf(qubits(['A,"50,,,,', 'B,5"0,,,,', 'C,"50"x,,,,', 'D,50,,,,']), couplings(['A,D,1%,42']))).toEqual([
      `qubits.csv:2:2 ${OPEN}`,
      'qubits.csv:3:2 a quotation mark stands in the middle of a cell. Put the whole cell in quotation marks, or none.',
      'qubits.csv:4:2 text follows a closing quotation mark. Write a quotation mark inside a cell twice.',
    ])
  })

  it('name the faults of couplings where the table of qubits has no headings that could be read', () => {
    expect(faultsOf(qubits(['A,50'], 'qubit,"t1_us'), couplings(['A,B,1%,-1']))).toEqual([
      `qubits.csv:1:2 ${OPEN}`,
      'couplings.csv:2:4 length_ns: -1 is no time: expected more than 0. Leave the cell empty where nothing is known.',
    ])
  })

  it('name surplus cells of a row beside its other faults, alone where the cells of most rows are shifted', () => {
    const surplus = '7 cells under 6 headings. Decimal commas need semicolons between the cells.'
    expect(faultsOf(qubits([...GOOD, 'C,-5,,,,,1']), couplings())).toEqual([
      'qubits.csv:4:2 t1_us: -5 is no time: expected more than 0. Leave the cell empty where nothing is known.',
      `qubits.csv:4:7 ${surplus}`,
    ])
    expect(faultsOf(qubits(['A,50,5,30,1%,0.9,500', 'B,50,5,30,1%,0.9,500']), couplings())).toEqual([
      `qubits.csv:2:7 ${surplus}`,
      `qubits.csv:3:7 ${surplus}`,
    ])
    expect(faultsOf(qubits(GOOD), couplings(['A,B,1%,42', 'A,Z,1%,42,7']))).toEqual([
      'couplings.csv:3:2 b: "Z" is not in the table of qubits.',
      'couplings.csv:3:5 5 cells under 4 headings. Decimal commas need semicolons between the cells.',
    ])
  })

  it.each<[string, NamedText[], RegExp]>([
    ['no couplings', [qubits(GOOD)], /no table of couplings/],
    ['no qubits', [couplings()], /no table of qubits/],
    [
      'two tables of qubits',
      [qubits(GOOD), { ...qubits(GOOD), name: 'b.csv' }, couplings()],
      /b\.csv.* second table of qubits/,
    ],
    [
      'decimal commas between commas',
      [qubits(['A,50,5,0.03,1%,0.9,500']), couplings()],
      /7 cells under 6 headings. Decimal commas/,
    ],
    ['a quoted decimal comma', [qubits(['A,"50,5",0.03,1%,0.9,500']), couplings()], /"50,5" has a comma/],
    [
      'two columns of one figure',
      [qubits(['A,1,1'], 'qubit,readout_error,readout_fidelity'), couplings()],
      /same figure/,
    ],
    ['an open quotation mark', [qubits(['"A,50,0.03,1%,0.9995,500']), couplings()], /:2:\d+ a quotation mark/],
    ['no rows', [qubits([]), couplings()], /holds no qubits/],
    ['x without y', [qubits(['A,1,'], 'qubit,x,y'), couplings()], /Give x and y/],
    ['nothing', [{ name: 'a.csv', content: ' \n' }, couplings()], /no table/],
    ['other headings', [qubits(['1,2'], 'foo,bar'), couplings()], /Start from the template/],
    ['a unit that is no time', [qubits(['A,1'], 'qubit,t1 (GHz)'), couplings()], /no unit of time/],
    ['a name of no printable letters', [qubits(['A\u202E,50,,,,']), couplings()], /cannot name a qubit/],
    [
      'a gate of another alphabet',
      [qubits(GOOD), couplings(['A,B,=cmd()'], 'a,b,gate')],
      /gate: "=cmd\(\)" is unknown/,
    ],
  ])('are refused with %s', (_, files, message) => {
    expect(faultsOf(...files).join('\n')).toMatch(message)
  })

  it('are refused beyond their limits, soon', () => {
    const rows = Array.from({ length: 100_002 }, (_, at) => `Q${at}`)
    expect(faultsOf(qubits(rows, 'qubit'), couplings())[0]).toContain('more than 100,000 rows')
    expect(faultsOf(qubits(rows.slice(0, 10_001), 'qubit'), couplings())[0]).toContain('more than 10,000 qubits')
  })

  it('take a figure of chance for the mark of a dead part, as other formats do', () => {
    const [dead] = read(qubits(['A,50,,50%,,', 'B,50,,1%,,']), couplings()).qubits
    expect(dead).toMatchObject({
      readout_fidelity: null,
      out_of_service: 'readout fidelity 0.5: no better than chance',
    })
  })

  it('come back as they were written, whatever the figures', () => {
    const figure = fc.option(fc.double({ min: 0.001, max: 1e5, noNaN: true }), { nil: null })
    const row = fc.record({ t1: figure, t2: figure, error: fc.double({ min: 0, max: 0.4, noNaN: true }) })
    fc.assert(
      fc.property(fc.array(row, { minLength: 2, maxLength: 8 }), fc.constantFrom(';', ','), (list, mark) => {
        const cell = (value: number | null) =>
          value === null ? '' : String(value).replace('.', mark === ';' ? ',' : '.')
        const text = list.map(({ t1, t2, error }, at) => [`Q${at}`, cell(t1), cell(t2), cell(error)].join(mark))
        const head = ['qubit', 't1_us', 't2_us', 'readout_error'].join(mark)
        const { qubits: back } = read(qubits(text, head), couplings(['Q0,Q1'], 'a,b'))
        for (const [at, { t1, t2, error }] of list.entries()) {
          expect(back[at]!.t1_us).toBe(t1 === null ? null : Number(t1.toPrecision(12)))
          expect(back[at]!.t2_us).toBe(t2 === null ? null : Number(t2.toPrecision(12)))
          expect(back[at]!.readout_fidelity).toBeCloseTo(1 - error, 11)
        }
      }),
      { numRuns: 40 },
    )
  })

  it('are taken or refused, whatever is in them', () => {
    const cell = fc.oneof(
      fc.constantFrom(
        '',
        'A',
        'B',
        '1',
        '-1',
        '0,5',
        '1e999',
        'NaN',
        '99%',
        '"',
        '""',
        '#',
        '=1+1',
        '\r',
        ';',
        '\t',
        '\u0000',
        '__proto__',
      ),
      fc.string({ maxLength: 5 }),
    )
    const rows = fc.array(fc.array(cell, { maxLength: 7 }), { maxLength: 6 })
    const head = fc.constantFrom(HEAD, 'a,b,error', 'qubit;x;y', 'a\tb', '__proto__,qubit', '')
    const table = fc.tuple(head, rows, fc.constantFrom(',', ';', '\t')).map(([first, list, mark]) => ({
      name: 't.csv',
      content: [first, ...list.map(cells => cells.join(mark))].join('\n'),
    }))
    fc.assert(
      fc.property(table, table, (one, other) => {
        if (!expectJudged([one, { ...other, name: 'u.csv' }])) return
        CalibrationSnapshot.parse(read(one, { ...other, name: 'u.csv' }))
      }),
      { numRuns: 150 },
    )
  })
})
