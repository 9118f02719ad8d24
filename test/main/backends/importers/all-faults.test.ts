/** Every fault of the files is named in one refusal, each with its place, and none that only follows from another. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { NamedText } from '../../../../main/backends/files/json'
import { importSnapshot } from '../../../../main/backends/importers/import-snapshot'
import { AppError } from '../../../../main/contract/model/errors'
import { ibmConf, ibmFiles, ibmProps, oqc, pentadFile, snapshot } from '../samples'

/** Pointers of what is refused, in order. */
function refusal(...files: NamedText[]): AppError {
  try {
    importSnapshot(files)
  } catch (error) {
    if (error instanceof AppError) return error
    throw error
  }
  throw new Error('the files were taken')
}
const pointers = ({ faults }: AppError) => faults.map(({ pointer }) => pointer)

describe('the faults of a file', () => {
  it("are all named, of Pentad's own format", () => {
    const { qubits, edges } = snapshot()
    const error = refusal(
      pentadFile({
        ...snapshot(),
        t2_kind: 'guessed',
        qubits: [
          { ...qubits[0], t1_us: -1, readout_fidelity: 97 },
          { ...qubits[1], label: 'Q\u202E1' },
          ...qubits.slice(2),
        ],
        edges: [{ ...edges[0], gate: 'CZ' }, { ...edges[1], b: 77 }, ...edges.slice(2)],
      }),
    )
    expect(pointers(error)).toEqual([
      '/t2_kind',
      '/qubits/0/t1_us',
      '/qubits/0/readout_fidelity',
      '/qubits/1/label',
      '/edges/0/gate',
      '/edges/1',
    ])
    expect(error.faults.every(({ file, message }) => file === 'square.json' && message !== '')).toBe(true)
    expect(error.details).toEqual({ file: 'square.json', pointer: '/t2_kind', fault_count: 6 })
    expect(error.message).toMatch(/^square\.json at \/t2_kind: .* 5 more faults in the files\.$/)
  })

  it('are all named, of IBM files, those of the shape and those of the figures', () => {
    const props = JSON.parse(ibmProps().content)
    props.qubits[0][0].unit = 'GHz'
    props.qubits[0][2].value = 2
    props.gates[1].parameters = 'none'
    props.gates[3].parameters[1].value = 1e15
    const { faults } = refusal(ibmConf(), ibmProps(props))
    expect(faults.map(({ pointer, message }) => [pointer, message.split(' ').slice(0, 3).join(' ')])).toEqual([
      ['/gates/1/parameters', 'expected a list,'],
      ['/qubits/0', 'T1 has the'],
      ['/qubits/0', 'readout_error is 2,'],
      ['/gates/3', 'length of cz'],
    ])
  })

  it('are all named, of Braket files', () => {
    const file = JSON.parse(oqc().content)
    const { oneQubitProperties: ones, twoQubitProperties: twos } = file.standardized
    ones[0].T1.unit = 'K'
    ones[0].T2.unit = 'K'
    ones[1].oneQubitFidelity[0].fidelity = 99.9
    const [pair] = Object.keys(twos)
    twos['0~1'] = twos[pair!]
    expect(pointers(refusal({ name: 'oqc.json', content: JSON.stringify(file) }))).toEqual([
      '/standardized/twoQubitProperties/0~01',
      '/standardized/oneQubitProperties/0/T1/unit',
      '/standardized/oneQubitProperties/0/T2/unit',
      '/standardized/oneQubitProperties/1',
    ])
  })

  it('are named in both of two files that are no JSON', () => {
    const { faults } = refusal({ name: 'a.json', content: '{\n "a": }' }, { name: 'b.json', content: '[1, ' })
    expect(faults).toMatchObject([
      { file: 'a.json', line: 2, column: 7 },
      { file: 'b.json', line: 1 },
    ])
  })

  it('keep their number where one alone is wrong', () => {
    const [conf, props] = ibmFiles()
    const error = refusal({ ...conf!, content: conf!.content.replace('"n_qubits":3', '"n_qubits":4') }, props!)
    expect(pointers(error)).toEqual(['/qubits'])
    expect(error.details).not.toHaveProperty('fault_count')
  })

  it('are as many as were planted', () => {
    const { qubits } = snapshot()
    const plant = fc.uniqueArray(fc.nat(qubits.length * 3 - 1), { minLength: 1 })
    fc.assert(
      fc.property(plant, places => {
        const names = ['t1_us', 'fidelity_1q', 'readout_length_ns'] as const
        const given = qubits.map((qubit, at) => ({
          ...qubit,
          ...Object.fromEntries(names.filter((_, n) => places.includes(at * 3 + n)).map(name => [name, -1])),
        }))
        const expected = places
          .toSorted((a, b) => a - b)
          .map(place => `/qubits/${Math.floor(place / 3)}/${names[place % 3]}`)
        expect(pointers(refusal(pentadFile({ ...snapshot(), qubits: given })))).toEqual(expected)
      }),
      { numRuns: 50 },
    )
  })

  it('are named up to 200, and counted up to 10,000', () => {
    const many = (count: number) =>
      refusal(pentadFile({ ...snapshot(), qubits: Array.from({ length: count }, () => 0), edges: [] }))
    const some = many(500)
    expect(some.faults).toHaveLength(200)
    expect(some.details.fault_count).toBe(500)
    expect(some.message).toContain('499 more faults')
    const most = refusal(pentadFile({ ...snapshot(), edges: Array.from({ length: 50_000 }, () => 0) }))
    expect(most.details.fault_count).toBe(10_000)
    expect(most.message).toContain('At least 9,999 more faults')
  })
})
