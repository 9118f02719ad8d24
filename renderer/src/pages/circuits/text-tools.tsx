/** Where text comes from and goes to: templates, files in, files out. */
import { Button, ButtonGroup } from '@blueprintjs/core'
import { Download, FolderOpen } from '@blueprintjs/icons'
import { type ChangeEvent, useRef } from 'react'
import type { Circuit } from '../../../../main/contract/jobs'
import { useAction } from '../../api/use-action'
import { useApi } from '../../api/use-api'
import { TEMPLATES, templateNamed } from '../../draw/templates'
import { Choice } from '../../show/choice'
import { save, textFile } from '../../show/save'
import { Problem } from '../../show/states'
import { EXPORTS, type ExportFormat, readable, textOf } from './use-export'

interface Props {
  readonly circuit: Circuit | null
  readonly load: (text: string) => void
}

export function TextSources({ load }: Pick<Props, 'load'>) {
  const { call } = useApi()
  const choose = useAction(async (id: string) => load(await readable(call, templateNamed(id).circuit)))
  return (
    <div className="pentad-choices">
      <Choice
        label="Template"
        none="Choose…"
        value=""
        options={TEMPLATES.map(({ id, name }) => [id, name])}
        choose={id => id !== '' && void choose.run(id)}
      />
      <FileButton load={load} />
      {choose.error && <Problem problem={choose.error} />}
    </div>
  )
}

function FileButton({ load }: Pick<Props, 'load'>) {
  const input = useRef<HTMLInputElement>(null)
  const read = useAction(async (file: File) => load(await file.text()))
  const chosen = (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.currentTarget.files?.[0]
    if (file) void read.run(file)
    // The same file may be chosen again after it was changed on disk.
    event.currentTarget.value = ''
  }
  return (
    <>
      <Button icon={<FolderOpen />} text="Import a file" size="small" onClick={() => input.current?.click()} />
      <input
        ref={input}
        type="file"
        hidden
        aria-label="Circuit file"
        accept=".qasm,.json,.txt,text/plain,application/json"
        onChange={chosen}
      />
      {read.error && <Problem problem={read.error} />}
    </>
  )
}

export function ExportButtons({ circuit }: Pick<Props, 'circuit'>) {
  const { call } = useApi()
  const write = useAction(async (format: ExportFormat, file: string) => {
    if (circuit === null) return
    const type = format === 'json' ? 'application/json' : 'text/plain'
    save(file, textFile(await textOf(call, circuit, format), type))
  })
  return (
    <>
      <ButtonGroup size="small">
        {EXPORTS.map(({ format, name, file }) => (
          <Button
            key={format}
            icon={<Download />}
            text={name}
            title={`Download as ${name}`}
            disabled={circuit === null}
            onClick={() => void write.run(format, file)}
          />
        ))}
      </ButtonGroup>
      {write.error && <Problem problem={write.error} />}
    </>
  )
}
