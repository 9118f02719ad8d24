/** Buttons that save the filtered entries of a log, one per file format. */
import { Button } from '@blueprintjs/core'
import { Download } from '@blueprintjs/icons'
import type { LogFormat } from '../../../../main/contract/instruments/command-log'
import { useAction } from '../../api/use-action'
import { save } from '../../components/controls/save-file'
import { ProblemMessage } from '../../components/messages/answer'

const FORMATS = [
  ['csv', 'CSV', 'csv', 'text/csv'],
  ['text', 'Text', 'txt', 'text/plain'],
  ['json', 'JSON', 'json', 'application/json'],
] as const satisfies readonly (readonly [LogFormat, string, string, string])[]

interface LogExport {
  readonly buttons: React.ReactNode
  /** Problem of the last export. */
  readonly problem: React.ReactNode
}

/** `name` is the file name without extension. */
export function useLogExport(name: string, ask: (format: LogFormat) => Promise<Uint8Array>): LogExport {
  const exporting = useAction(async ([format, , ending, type]: (typeof FORMATS)[number]) => {
    save(`${name}.${ending}`, new Blob([new Uint8Array(await ask(format))], { type }))
  })
  return {
    buttons: FORMATS.map(one => (
      <Button
        key={one[0]}
        size="small"
        icon={<Download />}
        text={one[1]}
        title="Save the entries that match the filters"
        disabled={exporting.running}
        onClick={() => void exporting.run(one)}
      />
    )),
    problem: exporting.error && <ProblemMessage problem={exporting.error} />,
  }
}
