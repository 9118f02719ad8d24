import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  circuitJson,
  distinctFaults,
  faultText,
  languageOf,
  placedFaults,
  pointerParts,
  readJson,
} from '../../../../renderer/src/draw/circuits/circuit-text'
import { ghzCircuit, teleportation } from '../../samples/circuits'

describe('the text of a circuit', () => {
  it.each([
    ['OPENQASM 3.0;', 'openqasm'],
    ['// {', 'openqasm'],
    ['  {"num_qubits": 1}', 'json'],
    ['[1]', 'json'],
    ['', 'openqasm'],
  ])('%j is %s', (text, language) => {
    expect(languageOf(text)).toBe(language)
  })

  it.each([ghzCircuit(2), ghzCircuit(5), teleportation()])(
    'a circuit is read back from its JSON as it was: $num_qubits qubits',
    circuit => {
      expect(readJson(circuitJson(circuit))).toEqual({ circuit, faults: [] })
    },
  )

  it('may be a whole submit body', () => {
    const circuit = ghzCircuit(2)
    expect(readJson(JSON.stringify({ backend: 'dev-a-mock', shots: 1, circuit })).circuit).toEqual(circuit)
    const [fault] = readJson('{"circuit": {"num_qubits": "2", "instructions": []}}').faults
    expect(fault).toMatchObject({ line: 1, column: 28 })
  })

  it('says where the JSON breaks off', () => {
    const { circuit, faults } = readJson('{\n  "num_qubits": 2,\n  "instructions": [,]\n}')
    expect(circuit).toBeNull()
    expect(faults).toHaveLength(1)
    expect(faults[0]).toMatchObject({ line: 3, column: 20 })
    expect(readJson('{\n  "num_qubits": 2').faults[0]).toMatchObject({ line: 2 })
  })

  it('says every wrong field at its line', () => {
    const { faults } = readJson(
      '{\n"num_qubits": 0,\n"instructions": [\n{"name": "h", "qubits": [-1], "colour": 1}\n]}',
    )
    expect(faults.map(({ line }) => line)).toEqual([2, 4, 4])
  })

  it('names a field that is unknown or missing, the unknown one where it stands', () => {
    const { faults } = readJson('{"num_qubits": 1,\n"instructions": [{"qubits": [0],\n"nam": "h",\n"more": 1}]}')
    expect(faults.map(({ line, message }) => `${line} ${message}`)).toEqual([
      expect.stringMatching(/^2 "name" is missing; expected /),
      expect.stringMatching(/^3 "nam" is an unknown field; known: name, /),
      expect.stringMatching(/^4 "more" is an unknown field; known: name, /),
    ])
  })

  it('says what no circuit may hold at its line: qubits that are not there, unknown gates, missing angles', () => {
    const text =
      '{"num_qubits": 2, "instructions": [\n{"name": "h", "qubits": [7]},\n{"name": "foo", "qubits": [0]},\n{"name": "rx", "qubits": [0]}]}'
    const read = readJson(text)
    expect(read.circuit).toBeNull()
    expect(read.faults.map(({ line }) => line)).toEqual([2, 3, 4])
    const within = readJson(`{"shots": 1,\n"circuit": ${text}}`)
    expect(within.faults.map(({ line }) => line)).toEqual([3, 4, 5])
  })

  it('never throws, whatever is typed', () => {
    fc.assert(
      fc.property(fc.string(), typed => {
        expect(readJson(`{${typed}`).circuit).toBeNull()
      }),
    )
  })

  it('takes a fault of the service to its line', () => {
    const text = circuitJson(ghzCircuit(3))
    const [fault] = placedFaults(text, [{ path: pointerParts('/instructions/4/qubits/0'), message: 'out of range' }])
    expect(text.split('\n')[fault!.line! - 1]).toContain('"qubits":[1],"clbits":[1]')
    expect(faultText(fault!)).toBe(`line ${fault!.line}, column ${fault!.column}: out of range`)
    expect(faultText({ message: 'too long' })).toBe('too long')
  })

  it('names the same fault of one place once, and faults that differ each', () => {
    const [here, there] = [
      { line: 1, column: 2, message: 'unknown' },
      { line: 2, column: 2, message: 'unknown' },
    ]
    expect(distinctFaults([here, there, { ...here }, { message: 'unknown' }, { message: 'unknown' }])).toEqual([
      here,
      there,
      { message: 'unknown' },
    ])
  })
})
