import { describe, expect, it } from 'vitest'
import { fileOfText, textOfFile } from '../../../../renderer/src/draw/circuit-text/text-file'

const bytes = (text: string) => new TextEncoder().encode(text)
const MARKED = '\ufeff// Überlagerung\r\nqubit q;\r\n'

describe('a file with a circuit', () => {
  it.each([
    ['plain.qasm', '// 量子\tx\n'],
    ['marked.one.qasm', MARKED],
    ['circuit.json', '{"num_qubits": 1}\n'],
  ])('%s comes back byte for byte, by its name', (file, content) => {
    const { text, origin } = textOfFile(file, bytes(content))!
    expect(text).toBe(content.replace('\ufeff', ''))
    expect(fileOfText(text, origin)).toEqual({ name: file, content })
  })

  it('is named without its extension, which need not be there', () => {
    const named = (file: string) => textOfFile(file, bytes('h q;'))!.origin
    expect(named('a.b.txt')).toEqual({ name: 'a.b', extension: '.txt', hasMark: false })
    expect(named('Makefile')).toEqual({ name: 'Makefile', extension: '', hasMark: false })
    expect(named('.hidden')).toEqual({ name: '.hidden', extension: '', hasMark: false })
  })

  it('is none where it is not in UTF-8', () => {
    expect(textOfFile('latin.qasm', Uint8Array.of(0x2f, 0x2f, 0xdc))).toBeNull()
    expect(textOfFile('utf16.qasm', Uint8Array.of(0xff, 0xfe, 0x68, 0))).toBeNull()
  })
})

describe('a text that becomes a file', () => {
  it('has a name of its language and of what it came from', () => {
    const name = (text: string, origin: Parameters<typeof fileOfText>[1]) => fileOfText(text, origin).name
    expect(name('h q;', null)).toBe('circuit.qasm')
    expect(name(' {}', null)).toBe('circuit.json')
    expect(name('{}', { name: 'bell', extension: '.qasm' })).toBe('bell.json')
    expect(name('h q;', { name: 'bell', extension: '.json' })).toBe('bell.qasm')
    expect(name('h q;', { name: 'bell', extension: '' })).toBe('bell.qasm')
    expect(name('h q;', { name: 'bell.qasm' })).toBe('bell.qasm')
    expect(name('h q;', { name: 'a/b: c?' })).toBe('a_b_ c_.qasm')
  })
})
