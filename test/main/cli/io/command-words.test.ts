import { describe, expect, it } from 'vitest'
import { commandFor, commandNamed, splitWords } from '../../../../main/cli/io/command-words'
import { UsageError } from '../../../../main/config/options.mjs'

const COMMANDS = {
  list: { takes: [0, 0], wants: 'options only' },
  get: { takes: [1, 2], wants: 'INSTRUMENT [PARAMETER]' },
} as const

describe('the words of a command line', () => {
  it('end where the options begin', () => {
    expect(splitWords(['get', 'dac', '--json', 'x'])).toEqual({ words: ['get', 'dac'], options: ['--json', 'x'] })
    expect(splitWords(['get', '-h'])).toEqual({ words: ['get'], options: ['-h'] })
    expect(splitWords(['get'])).toEqual({ words: ['get'], options: [] })
  })

  it('may be negative numbers where options begin with two dashes', () => {
    expect(splitWords(['set', '-0.5', '--json'], '--')).toEqual({ words: ['set', '-0.5'], options: ['--json'] })
  })

  it('name a command, and what it works on', () => {
    expect(commandFor('tools', COMMANDS, ['get', 'dac'])).toEqual({ command: COMMANDS.get, words: ['dac'] })
  })

  it.each([
    [[], 'Say what to do: list, get. See --help.'],
    [['lsit'], 'Unknown command "lsit". Did you mean list? See --help.'],
    // Names that every object of JavaScript has are no commands.
    [['constructor'], 'Unknown command "constructor".'],
    [['__proto__'], 'Unknown command "__proto__".'],
    [['get'], 'tools get takes INSTRUMENT [PARAMETER]. See --help.'],
    [['list', 'x'], 'tools list takes options only. See --help.'],
  ])('are refused as %j', (words, message) => {
    expect(() => commandFor('tools', COMMANDS, words)).toThrow(UsageError)
    expect(() => commandFor('tools', COMMANDS, words)).toThrow(message)
  })

  it('know the nearest name among those of the caller too', () => {
    expect(() => commandNamed(COMMANDS, 'verfy', ['verify'])).toThrow('Did you mean verify?')
  })
})
