import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { SequencerError } from '../../../../main/sequencer/program/errors'
import { type SequencerProgram, slotNames } from '../../../../main/sequencer/program/program'
import { asciiBytes, canonicalText, checkProgram } from '../../../../main/sequencer/program/text'
import { compiledOf } from '../../twins/sequencer/rig'

const { program } = compiledOf({ rounds: 2 })

/** What is thrown, or nothing. */
function refusal(value: unknown): SequencerError | null {
  try {
    checkProgram(value)
    return null
  } catch (error) {
    if (error instanceof SequencerError) return error
    throw error
  }
}

type Edit = (copy: ReturnType<typeof mutable>) => void
const mutable = () => structuredClone(program) as { -readonly [K in keyof SequencerProgram]: SequencerProgram[K] }
const edited = (edit: Edit) => {
  const copy = mutable()
  edit(copy)
  return refusal(copy)
}
const block = (copy: ReturnType<typeof mutable>, name: string) => copy.blocks.find(each => each.name === name)!

describe('the text of a program', () => {
  it('reads back as the program that it was written from', () => {
    expect(checkProgram(JSON.parse(canonicalText(program)))).toEqual(program)
  })

  it('is the same whatever the order of the keys', () => {
    const reversed = Object.fromEntries(Object.entries(program).reverse()) as SequencerProgram
    expect(canonicalText(reversed)).toBe(canonicalText(program))
  })

  it('is ASCII, so that its bytes are its characters', () => {
    const text = canonicalText(program)
    expect(Buffer.from(asciiBytes(text)).toString('utf8')).toBe(text)
  })

  it('names every slot once', () => {
    const names = slotNames(program)
    expect(names).toHaveLength(program.slots)
    expect(new Set(names).size).toBe(program.slots)
    expect(names).toContain('round2.s3')
    expect(names.at(-1)).toBe('final.d4')
  })
})

describe('a hostile text', () => {
  it.each([
    ['a list', '[]', 'the program'],
    ['null', 'null', 'the program'],
    ['another format', JSON.stringify({ ...program, format: 'qseq/2' }), '/format'],
    ['padding instead of strict timing', JSON.stringify({ ...program, timing: 'loose' }), '/timing'],
    ['a field that is not known', JSON.stringify({ ...program, pad: true }), 'pad'],
    ['shots beyond counting', JSON.stringify({ ...program, shots: 1e300 }), '/shots'],
    ['a negative time', JSON.stringify(program).replace('"at_ns":0', '"at_ns":-4'), '/at_ns'],
    ['a prototype', '{"__proto__":{"format":"qseq/1"}}', '/format'],
  ])('of %s is refused, with its place', (_, text, where) => {
    expect(() => checkProgram(JSON.parse(text))).toThrow(where)
  })

  it('of any JSON ends in a named refusal', () => {
    const refused = (text: string) => void expect(() => checkProgram(JSON.parse(text))).toThrow(SequencerError)
    fc.assert(fc.property(fc.json(), refused), { numRuns: 200 })
  })

  it('with any one value changed is refused by name or is a program again', () => {
    const text = canonicalText(program)
    const paths: (readonly (string | number)[])[] = []
    JSON.parse(text, function walk(key, value) {
      if (typeof value !== 'object') paths.push([key])
      return value
    })
    const junk = fc.oneof(
      fc.integer(),
      fc.double(),
      fc.string(),
      fc.constant(null),
      fc.boolean(),
      fc.constant([]),
      fc.constant({}),
    )
    fc.assert(
      fc.property(fc.nat(), junk, (at, value) => {
        let count = 0
        const target = at % paths.length
        const changed = JSON.parse(text, (_, old) => (typeof old !== 'object' && count++ === target ? value : old))
        const found = refusal(changed)
        expect(found === null || found.code === 'program_invalid').toBe(true)
      }),
      { numRuns: 40 },
    )
  })
})

describe('strict timing', () => {
  it.each<[string, Edit, string, string]>([
    [
      'off the grid',
      copy => {
        block(copy, 'flagged0').operations[3]!.at_ns += 1
      },
      '/operations/3',
      'grid of 4 ns',
    ],
    [
      'longer than its block',
      copy => {
        block(copy, 'read').duration_ns -= 4
      },
      '/blocks/',
      'after its block',
    ],
    [
      'on a busy qubit',
      copy =>
        void block(copy, 'prepare').operations.push({
          ...block(copy, 'prepare').operations[0]!,
          at_ns: 200,
          ns: 100,
        } as never),
      '/blocks/0',
      'busy until',
    ],
    [
      'of another length than its kind',
      copy => void Object.assign(block(copy, 'read').operations.at(-1)!, { ns: 400 }),
      '/blocks/',
      '800 ns are its length',
    ],
    ['on a qubit without lines', copy => void copy.lines.pop(), '/', 'has no lines'],
    [
      'out of order',
      copy => void block(copy, 'flagged0').operations.reverse(),
      '/blocks/1',
      'before the one listed before it',
    ],
  ])('refuses an operation %s', (_, edit, pointer, message) => {
    const found = edited(edit)
    expect(found?.code).toBe('program_invalid')
    expect(found?.faults.some(fault => fault.pointer.includes(pointer) && fault.message.includes(message))).toBe(true)
  })
})

describe('slots, registers and rounds', () => {
  it.each<[string, Edit, string]>([
    ['a slot beyond the last', copy => void copy.body.push({ call: 'read', slot_offset: copy.slots }), 'and there are'],
    ['a slot written twice', copy => void copy.body.push(copy.body.at(-1)!), 'written already'],
    ['a register that is not there', copy => void copy.body.unshift({ set: 12, value: 1 }), 'register 12'],
    ['a block that is not there', copy => void copy.body.unshift({ call: 'flagged9' }), 'does not have'],
    ['a round without an end', copy => void copy.body.push({ mark: 'round_start' }), 'rounds are declared'],
    [
      'one line for two qubits',
      copy => void Object.assign(copy.lines[1]!, { readout: copy.lines[0]!.readout }),
      'of two qubits',
    ],
    [
      'slots without names',
      copy => {
        copy.slots += 1
      },
      'are named',
    ],
    [
      'a shot of more steps than are played',
      copy => void copy.body.push({ repeat: 1_000_000, slot_step: 0, body: [{ set: 0, value: 0 }] }),
      'steps',
    ],
  ])('refuse %s', (_, edit, message) => {
    expect(edited(edit)?.message).toContain(message)
  })
})

describe('a decision', () => {
  it('may be followed by resets before its outcome is known, and by nothing else', () => {
    expect(
      edited(copy => {
        copy.feedforward_latency_ns = 104
      })?.message,
    ).toContain('before the outcome that decides it is known')
    expect(
      edited(copy => {
        copy.feedforward_latency_ns = 96
      }),
    ).toBeNull()
  })

  it('is refused on a device that decides nothing within a shot', () => {
    expect(
      edited(copy => {
        copy.feedforward_latency_ns = null
      })?.faults[0]?.pointer,
    ).toBe('/feedforward_latency_ns')
  })

  it('is as early as the wait before it allows: a rest that is too short is found', () => {
    const found = edited(copy => {
      const rest = block(copy, 'rest')
      rest.duration_ns -= 4
      for (const operation of rest.operations) if ('ns' in operation) operation.ns -= 4
    })
    expect(found?.message).toContain('begins 4 ns before')
  })
})
