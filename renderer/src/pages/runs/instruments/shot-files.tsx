/** The files of measured bits of a run, each to save: as stored, as outcomes shot by shot, and what their bits are. */
import { Button } from '@blueprintjs/core'
import { Download } from '@blueprintjs/icons'
import { STATE_TEXT } from '../../../../../main/contract/model/protocols'
import { routes } from '../../../../../main/contract/routes'
import type { RunRecord } from '../../../../../main/contract/runs/record'
import { useAction } from '../../../api/use-action'
import { useApi } from '../../../api/use-api'
import { save, textFile } from '../../../components/controls/save-file'
import { ProblemMessage } from '../../../components/messages/answer'
import { HeadedTable } from '../../../components/tables/headed-table'
import { ScrollRegion } from '../../../components/tables/scroll-region'
import { shortId } from '../../../draw/format/job-and-run-text'
import { count } from '../../../draw/format/quantity'

type RecordedShotFile = RunRecord['shot_files'][number]

interface Props {
  readonly run: Pick<RunRecord, 'run_id' | 'backend_id'> & { readonly logical_qubit_id: string }
  readonly files: readonly RecordedShotFile[]
  /** Whether a sequencer measured the bits: outcomes, mask and slots can then be saved, too; sampled bits have planes only. */
  readonly measured: boolean
}

const FORMS = [
  { form: 'planes', label: 'Planes', title: 'Bit planes as they are stored, relative to the noiseless outcomes' },
  { form: 'b8', label: 'b8', title: "Outcomes, shot by shot, in Stim's b8" },
  { form: 'mask', label: 'Mask', title: 'Which bits of b8 were executed' },
  { form: 'slots', label: 'Slots', title: 'What each bit of b8 and mask is, as JSON' },
] as const

type ShotFileForm = (typeof FORMS)[number]['form']

const COLUMNS = ['State', 'Rounds', 'Shots', 'Bits a shot', 'SHA-256']

export function ShotFiles({ run, files, measured }: Props) {
  const { call } = useApi()
  const saving = useAction(async (form: ShotFileForm, { sha256, state, rounds, piece }: RecordedShotFile) => {
    const { run_id, backend_id, logical_qubit_id } = run
    const params = { run_id, backend_id, logical_id: logical_qubit_id, sha256 }
    const name = `run-${shortId(run_id)}-${state}-${rounds}${piece === undefined ? '' : `-${piece}`}`
    if (form === 'slots') {
      const slots = await call(routes.getRunSlots, { params, query: { state, rounds } })
      save(`${name}.slots.json`, textFile(JSON.stringify(slots, null, 2)))
    } else {
      const bytes = await call(routes.getRunShots, { params, query: { format: form, state, rounds } })
      save(`${name}.${form}`, new Blob([new Uint8Array(bytes)]))
    }
  })
  const forms = measured ? FORMS : FORMS.slice(0, 1)
  return (
    <>
      {saving.error && <ProblemMessage problem={saving.error} />}
      <ScrollRegion label="Bit files" maxHeight={260}>
        <HeadedTable striped caption="Bit files" columns={COLUMNS} numeric={COLUMNS.slice(1, 4)} hasActions>
          {files.map(file => (
            <tr key={`${file.state} ${file.rounds} ${file.piece ?? 0}`}>
              <td>{STATE_TEXT[file.state]}</td>
              <td className="pentad-number">{file.rounds}</td>
              <td className="pentad-number">{count(file.shots)}</td>
              <td className="pentad-number">{count(file.bits_per_shot)}</td>
              <td>
                <code title={file.sha256}>{file.sha256.slice(0, 12)}…</code>
              </td>
              <td>
                {forms.map(({ form, label, title }) => (
                  <Button
                    key={form}
                    size="small"
                    variant="minimal"
                    icon={<Download />}
                    text={label}
                    title={title}
                    aria-label={`Save ${label}: ${STATE_TEXT[file.state]}, rounds ${file.rounds}${file.piece ? `, piece ${file.piece}` : ''}`}
                    disabled={saving.running}
                    onClick={() => void saving.run(form, file)}
                  />
                ))}
              </td>
            </tr>
          ))}
        </HeadedTable>
      </ScrollRegion>
    </>
  )
}
