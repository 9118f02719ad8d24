/** OpenQASM and JSON as CodeMirror's languages: colours, indents, comments and completion. */
import { autocompletion, type CompletionSource, type Completion as Offered } from '@codemirror/autocomplete'
import { indentUnit, StreamLanguage } from '@codemirror/language'
import type { Extension } from '@codemirror/state'
import { type Completion, completionsAt } from '../../../draw/circuit-text/completions'
import { firstState, jsonToken, type LineState, openQasmToken } from '../../../draw/circuit-text/tokens'
import type { TextLanguage } from '../../../draw/circuits/circuit-text'
import { TOKEN_TAGS } from './editor-theme'

const INDENT = '  '
const CLOSES = /^\s*\}/
const common = {
  startState: firstState,
  copyState: (state: LineState) => ({ ...state }),
  tokenTable: TOKEN_TAGS,
  indent: ({ depth }: LineState, after: string) => INDENT.length * Math.max(0, depth - (CLOSES.test(after) ? 1 : 0)),
}
const brackets = { brackets: ['(', '[', '{'] }
const openQasm = StreamLanguage.define({
  name: 'openqasm',
  ...common,
  token: openQasmToken,
  languageData: {
    commentTokens: { line: '//', block: { open: '/*', close: '*/' } },
    closeBrackets: brackets,
    indentOnInput: CLOSES,
  },
})
const json = StreamLanguage.define({
  name: 'json',
  ...common,
  token: jsonToken,
  languageData: { closeBrackets: brackets, indentOnInput: CLOSES },
})

export const languageExtension = (language: TextLanguage): Extension => (language === 'json' ? json : openQasm)

const KINDS = {
  gate: 'function',
  keyword: 'keyword',
  qubit: 'variable',
  bit: 'variable',
  value: 'constant',
  property: 'property',
}

const offered = ({ label, kind, detail, about }: Completion, at: number): Offered => ({
  label,
  type: KINDS[kind],
  boost: -Math.min(at, 99),
  ...(detail !== '' && { detail }),
  ...(about !== '' && { info: about }),
})

/** Offers completions while a word is typed, and elsewhere only on Ctrl+Space. */
const source: CompletionSource = ({ state, pos, explicit }) => {
  const found = completionsAt(state.doc.toString(), pos)
  if (found === null || (!explicit && found.from === pos)) return null
  return { from: found.from, options: found.options.map(offered), validFor: /^[\p{L}\p{Nd}_[\]]*$/u }
}

export const completion: Extension = [autocompletion({ override: [source], icons: false }), indentUnit.of(INDENT)]
