/** CodeMirror as the pane uses it: the draft's text in, what is typed out, faults and marks in place. */
import { acceptCompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from '@codemirror/autocomplete'
import { defaultKeymap, indentWithTab } from '@codemirror/commands'
import { bracketMatching, indentOnInput } from '@codemirror/language'
import { type Diagnostic, lintGutter, lintKeymap, previousDiagnostic, setDiagnostics } from '@codemirror/lint'
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search'
import { Annotation, Compartment, EditorState, type Text, type TransactionSpec } from '@codemirror/state'
import {
  drawSelection,
  dropCursor,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
  rectangularSelection,
  type ViewUpdate,
} from '@codemirror/view'
import { editBetween, type ShownText, shownText } from '../../../draw/circuit-text/line-breaks'
import { languageOf, type TextFault } from '../../../draw/circuits/circuit-text'
import { afterPaint } from './after-paint'
import { look } from './editor-theme'
import { completion, languageExtension } from './languages'
import { marked, scrollPaneOnly, setMarked } from './marked-ranges'
import { replaceSelectionOnInput } from './replace-selection'

/** A range of offsets in the draft's text. */
interface TextRange {
  readonly start: number
  readonly end: number
}

interface EditorEvents {
  /** Called with the text after something was typed. */
  readonly typed: (text: string) => void
  /** Called with the new text where all of the text was replaced. */
  readonly pasted: (text: string) => void
  /** Called with the offset of the cursor in the text and its line from 1; with null once the pane is left. */
  readonly pointed: (at: { readonly offset: number; readonly line: number } | null) => void
  readonly undo: () => void
  readonly redo: () => void
}

/** What the pane shows of the draft. */
interface EditorContent {
  readonly text: string
  readonly faults: readonly TextFault[]
  /** Stretches that stand out; the first of them comes into view. */
  readonly marked: readonly TextRange[]
}

export interface CodeEditor {
  /**
   * Replaces only the differing parts of a text from elsewhere, so that the cursor stays with its statement. While the focus is
   * elsewhere it does so a frame later, as measuring lines would delay the drawing.
   */
  readonly show: (shown: EditorContent) => void
  readonly goTo: (fault: TextFault) => void
  readonly close: () => void
}

const LABEL = 'Circuit text, OpenQASM 2, OpenQASM 3 or JSON'
/** Marks changes that come from the draft and are not sent back to it. */
const fromDraft = Annotation.define<boolean>()

export function openCodeEditor(root: ShadowRoot, first: string, events: EditorEvents): CodeEditor {
  let draft = shownText(first)
  const language = new Compartment()
  const hasFaults = new Compartment()
  const update = (change: ViewUpdate) => {
    if (change.docChanged && !change.transactions.some(one => one.annotation(fromDraft))) {
      draft = shownText(typedText(draft, change))
      if (replacesAll(change)) events.pasted(draft.text)
      else events.typed(draft.text)
    }
    if (change.docChanged || change.selectionSet || change.focusChanged) events.pointed(pointedAt(change, draft))
  }
  const view = new EditorView({
    root,
    parent: root,
    doc: draft.shown,
    extensions: [
      EditorView.updateListener.of(update),
      language.of(languageExtension(languageOf(first))),
      hasFaults.of([]),
      keymap.of(draftKeys(events)),
      parts,
    ],
  })
  const showText = (text: string): TransactionSpec => {
    const edit = editBetween(draft.shown, shownText(text).shown)
    const isOther = languageOf(text) !== languageOf(draft.text)
    draft = shownText(text)
    return {
      ...(edit && { changes: { from: edit.start, to: edit.end, insert: edit.insert } }),
      ...(edit && view.hasFocus && { selection: { anchor: edit.start + edit.insert.length }, scrollIntoView: true }),
      annotations: fromDraft.of(true),
      effects: isOther ? language.reconfigure(languageExtension(languageOf(text))) : [],
    }
  }
  const faultsOf = (faults: readonly TextFault[]): TransactionSpec[] => {
    const invalid = EditorView.contentAttributes.of({ 'aria-invalid': 'true' })
    return [
      setDiagnostics(view.state, faults.flatMap(diagnosticIn(view.state.doc))),
      { effects: hasFaults.reconfigure(faults.length > 0 ? invalid : []) },
    ]
  }
  const marksOf = (marked: readonly TextRange[]): TransactionSpec => {
    const stretches = marked.map(({ start, end }) => ({ from: draft.toShown(start), to: draft.toShown(end) }))
    const [first] = stretches
    const intoView = first ? [EditorView.scrollIntoView(first.from, { y: 'nearest', yMargin: 40 })] : []
    return { effects: [setMarked.of(stretches), ...intoView] }
  }
  let last: Pick<EditorContent, 'faults' | 'marked'> = { faults: [], marked: [] }
  const shownAfterPaint = afterPaint(({ text, faults, marked }: EditorContent) => {
    if (text !== draft.text) view.dispatch(showText(text))
    if (faults.length + last.faults.length > 0 && faults !== last.faults) view.dispatch(...faultsOf(faults))
    if (marked.length + last.marked.length > 0) view.dispatch(marksOf(marked))
    last = { faults, marked }
  })
  const focused = () => shownAfterPaint.flush()
  view.dom.addEventListener('focusin', focused)
  return {
    show: shown => {
      shownAfterPaint.give(shown)
      if (view.hasFocus) shownAfterPaint.flush()
    },
    goTo: fault => {
      shownAfterPaint.flush()
      const [place] = diagnosticIn(view.state.doc)(fault)
      if (place === undefined) return
      view.focus()
      view.dispatch({
        selection: { anchor: place.from, head: place.to },
        effects: EditorView.scrollIntoView(place.from, { y: 'center' }),
      })
    },
    close: () => {
      shownAfterPaint.drop()
      view.destroy()
    },
  }
}

const parts = [
  ...[lineNumbers(), lintGutter(), highlightActiveLine(), highlightActiveLineGutter()],
  ...[drawSelection(), dropCursor(), rectangularSelection(), bracketMatching(), closeBrackets(), indentOnInput()],
  ...[completion, search({ top: true }), highlightSelectionMatches(), marked, scrollPaneOnly],
  ...[replaceSelectionOnInput, look],
  EditorState.allowMultipleSelections.of(true),
  EditorState.tabSize.of(4),
  EditorView.contentAttributes.of({ 'aria-label': LABEL, tabindex: '0', spellcheck: 'false', autocapitalize: 'off' }),
  keymap.of([
    ...[...closeBracketsKeymap, ...completionKeymap, ...searchKeymap, ...lintKeymap],
    { key: 'Shift-F8', run: previousDiagnostic },
    { key: 'Tab', run: acceptCompletion },
    // Tab after Escape leaves the pane, which CodeMirror does by itself.
    indentWithTab,
    ...defaultKeymap,
  ]),
]

const draftKeys = ({ undo, redo }: EditorEvents) => {
  const does = (act: () => void) => () => {
    act()
    return true
  }
  return [
    { key: 'Mod-z', run: does(undo), preventDefault: true },
    { key: 'Mod-y', run: does(redo), preventDefault: true },
    { key: 'Mod-Shift-z', run: does(redo), preventDefault: true },
  ]
}

/** The draft's text after typing; the document of the editor, where the draft has no \r. */
function typedText(draft: ShownText, { changes, state }: ViewUpdate): string {
  if (draft.text === draft.shown) return state.doc.toString()
  const edits: { start: number; end: number; insert: string }[] = []
  changes.iterChanges((start, end, _from, _to, inserted) => edits.push({ start, end, insert: inserted.toString() }))
  return draft.edited(edits)
}

function replacesAll({ changes, startState: { doc } }: ViewUpdate): boolean {
  let isAll = false
  changes.iterChangedRanges((start, end) => {
    isAll ||= doc.length > 0 && start === 0 && end === doc.length
  })
  return isAll
}

function pointedAt({ state, view }: ViewUpdate, { toText }: ShownText) {
  if (!view.hasFocus) return null
  const { head } = state.selection.main
  return { offset: toText(head), line: state.doc.lineAt(head).number }
}

/** The diagnostic of a fault, over the word at its place; none where it has no line. */
const diagnosticIn =
  (doc: Text) =>
  ({ line, column = 1, message }: TextFault): Diagnostic[] => {
    if (line === undefined || line < 1) return []
    const at = doc.line(Math.min(line, doc.lines))
    const from = Math.min(at.from + Math.max(0, column - 1), at.to)
    const word = /^(?:[\p{L}\p{Nd}_$.]+|\S)/u.exec(at.text.slice(from - at.from))?.[0].length ?? 0
    return [{ from, to: from + word, severity: 'error', message }]
  }
