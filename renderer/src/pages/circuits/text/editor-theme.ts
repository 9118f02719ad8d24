/** Colours and sizes of the text pane, from the theme's custom properties, which reach into the shadow root. */
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import { EditorView } from '@codemirror/view'
import { tags } from '@lezer/highlight'
import type { TokenLook } from '../../../draw/circuit-text/tokens'

/** CodeMirror's highlighting tag for each kind of token. */
export const TOKEN_TAGS = {
  comment: tags.comment,
  string: tags.string,
  number: tags.number,
  keyword: tags.keyword,
  typeName: tags.typeName,
  modifier: tags.modifier,
  constant: tags.atom,
  gate: tags.macroName,
  propertyName: tags.propertyName,
  operator: tags.operator,
  bracket: tags.bracket,
  name: tags.variableName,
} satisfies Record<TokenLook, unknown>

const colours = HighlightStyle.define([
  { tag: [tags.keyword, tags.modifier, tags.propertyName], color: 'var(--accent)' },
  { tag: tags.typeName, color: 'var(--accent)', fontStyle: 'italic' },
  { tag: tags.macroName, color: 'var(--ink)', fontWeight: '600' },
  { tag: [tags.number, tags.atom], color: 'var(--warn)' },
  { tag: tags.string, color: 'var(--ok)' },
  { tag: tags.comment, color: 'var(--quiet)', fontStyle: 'italic' },
])

const WAVY = 'underline wavy var(--bad) 1px'

const sizes = EditorView.theme({
  '&': { height: '100%', color: 'var(--ink)', backgroundColor: 'var(--surface)' },
  '&.cm-focused': { outline: '2px solid var(--accent)', outlineOffset: '1px' },
  '.cm-scroller': { overflow: 'auto', font: '13px / 20px var(--mono)' },
  '.cm-content': { caretColor: 'var(--ink)', padding: '8px 0' },
  '.cm-cursor, .cm-dropCursor': { borderLeftColor: 'var(--ink)' },
  '.cm-gutters': { color: 'var(--quiet)', backgroundColor: 'var(--raised)', borderRight: '1px solid var(--line)' },
  '.cm-activeLine': { backgroundColor: 'color-mix(in srgb, var(--accent) 7%, transparent)' },
  '.cm-activeLineGutter': { color: 'var(--ink)', backgroundColor: 'transparent' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    background: 'color-mix(in srgb, var(--accent) 30%, transparent)',
  },
  '.cm-matchingBracket, &.cm-focused .cm-matchingBracket': {
    outline: '1px solid var(--accent)',
    backgroundColor: 'transparent',
  },
  '.cm-pentad-marked': {
    backgroundColor: 'color-mix(in srgb, var(--accent) 18%, transparent)',
    boxShadow: 'inset 0 -1px var(--accent)',
  },
  '.cm-lintRange-error': { backgroundImage: 'none', textDecoration: WAVY, textDecorationSkipInk: 'none' },
  '.cm-lint-marker': { width: 'auto', height: 'auto' },
  '.cm-lint-marker-error': { content: 'normal' },
  '.cm-lint-marker-error::before': { content: '"●"', color: 'var(--bad)' },
  '.cm-tooltip': {
    color: 'var(--ink)',
    backgroundColor: 'var(--surface)',
    border: '1px solid var(--line)',
    borderRadius: '4px',
    font: '13px / 20px var(--font)',
    maxWidth: '420px',
  },
  '.cm-diagnostic-error': { borderLeftColor: 'var(--bad)' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': { font: '13px / 20px var(--mono)', maxHeight: '15em' },
  '.cm-tooltip-autocomplete ul li[aria-selected]': { color: 'var(--surface)', backgroundColor: 'var(--accent)' },
  '.cm-tooltip-autocomplete ul li[aria-selected] .cm-completionDetail': { color: 'var(--surface)' },
  '.cm-completionDetail': { color: 'var(--quiet)', fontStyle: 'normal' },
  '.cm-completionInfo': { padding: '4px 8px' },
  '.cm-panels': { color: 'var(--ink)', backgroundColor: 'var(--raised)', borderColor: 'var(--line)' },
  '.cm-panels button, .cm-panels input': { font: '13px var(--font)' },
  '.cm-textfield': { color: 'var(--ink)', backgroundColor: 'var(--surface)', border: '1px solid var(--line)' },
  '.cm-button': { color: 'var(--ink)', background: 'var(--surface)', border: '1px solid var(--line)' },
  '.cm-searchMatch': { backgroundColor: 'color-mix(in srgb, var(--warn) 35%, transparent)' },
  '.cm-searchMatch-selected': { outline: '1px solid var(--warn)' },
})

export const look = [sizes, syntaxHighlighting(colours)]
