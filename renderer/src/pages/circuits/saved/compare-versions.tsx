/** Two versions of a saved circuit, or one and the draft, side by side: the lines that differ, and the drawing of each. */
import { Button, Dialog, DialogBody } from '@blueprintjs/core'
import { useMemo, useState } from 'react'
import { readDocument } from '../../../../../main/circuits/editing/document/read-document'
import type { SavedCircuitDetail } from '../../../../../main/contract/jobs/saved-circuit'
import { routes } from '../../../../../main/contract/routes'
import { useFetched } from '../../../api/use-fetch'
import { Choice } from '../../../components/controls/choice'
import { useFocusReturn } from '../../../components/controls/use-focus-return'
import { CircuitDrawing } from '../../../components/drawings/circuit'
import { Answer, Empty } from '../../../components/messages/answer'
import { ScrollRegion } from '../../../components/tables/scroll-region'
import { type LinePair, lineDifferences, shownDifferences } from '../../../draw/circuit-text/line-differences'
import { countWithNoun } from '../../../draw/format/quantity'

interface Props {
  readonly circuit: SavedCircuitDetail
  readonly draft: string
  /** Replaces the draft by this text, as one step of undo. */
  readonly restore: (version: { readonly version: number; readonly text: string }) => void
  readonly close: () => void
}

const DRAFT = 'draft'
/** Most characters of a text that is drawn; longer ones are compared as text alone. */
const MAX_DRAWN = 100_000
const MAX_ROWS = 2_000

export function CompareVersions({ circuit, draft, restore, close }: Props) {
  useFocusReturn()
  const [newest, before] = circuit.versions
  const [sides, setSides] = useState([String((before ?? newest)!.version), DRAFT])
  const options = [
    [DRAFT, 'the draft'],
    ...circuit.versions.map(({ version, saved_at }) => [
      String(version),
      `${version}, ${saved_at.slice(0, 16).replace('T', ' ')}`,
    ]),
  ] as [string, string][]
  const [left, right] = [useSide(circuit, sides[0]!, draft), useSide(circuit, sides[1]!, draft)]
  return (
    <Dialog isOpen title={`Versions of ${circuit.name}`} className="circuits-compare-dialog" onClose={close}>
      <DialogBody>
        <div className="pentad-choices">
          <Choice label="Left" value={sides[0]!} options={options} choose={one => setSides([one, sides[1]!])} />
          <Choice label="Right" value={sides[1]!} options={options} choose={one => setSides([sides[0]!, one])} />
          {left.data && sides[0] !== DRAFT && (
            <Button
              text={`Restore version ${sides[0]}`}
              title="Puts its text into the place of the draft; undo brings the draft back"
              onClick={() => restore({ version: Number(sides[0]), text: left.data!.text })}
            />
          )}
        </div>
        <Answer of={left} what="the version">
          {before => (
            <Answer of={right} what="the version">
              {after => <Compared before={before.text} after={after.text} />}
            </Answer>
          )}
        </Answer>
      </DialogBody>
    </Dialog>
  )
}

/** Fetches a version; the draft is here already. */
function useSide({ circuit_id }: SavedCircuitDetail, side: string, draft: string) {
  const asked = useFetched(routes.getSavedVersion, side === DRAFT ? null : { params: { circuit_id, version: side } })
  return side === DRAFT ? { ...asked, data: { text: draft }, error: null } : asked
}

interface Texts {
  readonly before: string
  readonly after: string
}

function Compared({ before, after }: Texts) {
  const rows = useMemo(() => shownDifferences(lineDifferences(before, after)), [before, after])
  if (before === after) return <Empty title="No difference">Both are the same, byte for byte.</Empty>
  return (
    <>
      <ScrollRegion label="Lines that differ" maxHeight={320}>
        <table className="circuits-differences">
          <tbody>
            {rows.slice(0, MAX_ROWS).map((row, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows do not move
              <Row key={at} row={row} />
            ))}
          </tbody>
        </table>
        {rows.length > MAX_ROWS && <p>and {rows.length - MAX_ROWS} more lines</p>}
      </ScrollRegion>
      <div className="circuits-compared-drawings">
        <Drawn text={before} label="Left circuit" />
        <Drawn text={after} label="Right circuit" />
      </div>
    </>
  )
}

const MARKS = { same: '', changed: 'changed', removed: 'left only', added: 'right only' }

function Row({ row }: { readonly row: LinePair | number }) {
  if (typeof row === 'number')
    return (
      <tr>
        <td colSpan={5} className="pentad-quiet">
          {countWithNoun(row, 'line')} alike
        </td>
      </tr>
    )
  const { kind, line, text } = row
  return (
    <tr data-kind={kind}>
      <td className="pentad-quiet">{line[0]}</td>
      <td>
        <code>{text[0]}</code>
      </td>
      <td className="pentad-quiet">{MARKS[kind]}</td>
      <td className="pentad-quiet">{line[1]}</td>
      <td>
        <code>{text[1]}</code>
      </td>
    </tr>
  )
}

function Drawn({ text, label }: { readonly text: string; readonly label: string }) {
  const circuit = useMemo(
    () => (text.length > MAX_DRAWN ? null : (readDocument(text).program?.circuit ?? null)),
    [text],
  )
  return (
    <div>
      {circuit ? (
        <CircuitDrawing circuit={circuit} label={label} maxHeight={260} />
      ) : (
        <Empty title="Not drawn">The text has faults, or is long.</Empty>
      )}
    </div>
  )
}
