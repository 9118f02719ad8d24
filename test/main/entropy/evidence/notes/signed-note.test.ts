import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkpointText, parseCheckpoint } from '../../../../../main/entropy/evidence/notes/checkpoint'
import {
  compositeNoteSigner,
  compositeNoteVerifier,
  ed25519NoteSigner,
  ed25519NoteVerifier,
  parseVkey,
  vkeyText,
} from '../../../../../main/entropy/evidence/notes/note-keys'
import { NoteError, openNote, parseNote, signNote } from '../../../../../main/entropy/evidence/notes/signed-note'
import { compositeKey } from '../../../../../main/entropy/evidence/signatures/composite'
import { ed25519Key } from '../../../../../main/entropy/evidence/signatures/ed25519'
import { vectorJson } from '../../../../vectors/read-vectors'

const published = vectorJson<{ vkey: string; note: string }>('signed-note.json')
const ed25519 = ed25519Key(new Uint8Array(32).fill(1))
const composite = compositeKey(new Uint8Array(64).fill(2))
const name = 'lab.example/log'
const both = [ed25519NoteVerifier(name, ed25519.publicKey), compositeNoteVerifier(name, composite.publicKey)]
const text = checkpointText({ origin: name, size: 3n, root: new Uint8Array(32).fill(5) })
const note = signNote(text, [ed25519NoteSigner(name, ed25519), compositeNoteSigner(name, composite)])

const faultOf = (open: () => unknown): string => {
  try {
    open()
  } catch (error) {
    if (error instanceof NoteError) return error.fault
    throw error
  }
  return 'none'
}

describe('a signed note', () => {
  it('of the specification opens with its key', () => {
    const opened = openNote(published.note, [parseVkey(published.vkey)!])
    expect(opened.text).toBe('This is an example message.\n')
    const other = openNote.bind(null, published.note.replace('example message', 'exbmple message'))
    expect(faultOf(() => other([parseVkey(published.vkey)!]))).toBe('signature_invalid')
  })

  it('carries both lines of a checkpoint, each verified by its own key', () => {
    expect(openNote(note, both).verified).toEqual(both)
    expect(openNote(note, [both[1]!]).verified).toEqual([both[1]])
    expect(parseCheckpoint(openNote(note, both).text)).toEqual({
      origin: name,
      size: 3n,
      root: new Uint8Array(32).fill(5),
    })
  })

  it('is spoilt by one known line that does not verify, and not opened by strangers', () => {
    const lines = note.split('\n')
    const forged = `${[...lines.slice(0, 1), '4', ...lines.slice(2)].join('\n')}`
    expect(faultOf(() => openNote(forged, both))).toBe('signature_invalid')
    expect(faultOf(() => openNote(note, [parseVkey(published.vkey)!]))).toBe('no_known_signature')
    expect(faultOf(() => openNote(note, []))).toBe('no_known_signature')
  })

  it.each([
    ['nothing', ''],
    ['no signature', 'text\n\n'],
    ['no empty line', 'text\n— a AAAAAAA=\n'],
    ['a control character', published.note.replace('This', 'Th\tis')],
    ['a line that is cut off', published.note.slice(0, -3)],
    ['base64 with a second spelling', published.note.replace('aQM=', 'aQN=')],
    ['a hyphen for the dash', published.note.replace('—', '-')],
    ['very many lines', `text\n\n${'— a AAAAAAAA\n'.repeat(100)}`],
  ])('is malformed with %s', (_, broken) => expect(faultOf(() => parseNote(broken))).toBe('malformed'))

  it('throws nothing but its own error, whatever the text', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), junk => void faultOf(() => openNote(junk, both))))
    fc.assert(fc.property(fc.nat(note.length), at => void faultOf(() => openNote(note.slice(0, at), both))))
  })

  it.each(['', 'a b', 'a+b', 'a\nb'])('cannot be signed by a key named %j', bad =>
    expect(() => ed25519NoteVerifier(bad, ed25519.publicKey)).toThrow(RangeError),
  )
})

describe('a vkey', () => {
  it('reads back, and only as it was written', () => {
    const vkey = vkeyText(name, ed25519.publicKey)
    expect(parseVkey(vkey)).toMatchObject({ name, key_id: both[0]!.key_id })
    expect(parseVkey(vkey.replace(/\+[0-9a-f]{8}\+/, '+00000000+'))).toBeNull()
    expect(parseVkey(`${vkey}=`)).toBeNull()
    expect(parseVkey('')).toBeNull()
  })
})

describe('a checkpoint', () => {
  it.each([
    '',
    'a\n',
    'a\n01\nAAAA\n',
    `a\n-1\n${'A'.repeat(43)}=\n`,
    `a\n1\n${'A'.repeat(43)}=`,
    `\n1\n${'A'.repeat(43)}=\n`,
  ])('is not %j', broken => expect(faultOf(() => parseCheckpoint(broken))).toBe('malformed'))
})
