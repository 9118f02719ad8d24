/** Downloads the edited drawing as a file, with the parts that are out of view. */
import { Button, Menu, MenuItem, PopoverNext } from '@blueprintjs/core'
import { Download } from '@blueprintjs/icons'
import { memo, useState } from 'react'
import { save } from '../../components/controls/save-file'
import { FIGURE_FILES, fileNameOf, type PictureFile, pictureFile } from '../../components/figures/figure-files'
import type { EditorView } from '../../draw/circuit-editor/editor-view'
import { circuitPicture } from '../../draw/circuit-editor/picture'

interface Props {
  /** The circuit or body that is open in the drawing; null: none. */
  readonly view: EditorView | null
}

const FILES: readonly PictureFile[] = ['svg', 'pdf', 'png-150', 'png-300', 'png-600']

export const PictureMenu = memo(({ view }: Props) => {
  const [failed, setFailed] = useState<string | null>(null)
  const write = async (file: PictureFile) => {
    if (view === null) return
    setFailed(null)
    try {
      save(fileNameOf('circuit', file), await pictureFile(circuitPicture(view), file))
    } catch (thrown) {
      setFailed(thrown instanceof Error ? thrown.message : String(thrown))
    }
  }
  const menu = (
    <Menu aria-label="Picture of the drawing">
      {FILES.map(file => (
        <MenuItem key={file} text={FIGURE_FILES[file]} onClick={() => void write(file)} />
      ))}
    </Menu>
  )
  return (
    <>
      <PopoverNext content={menu} placement="bottom-end" arrow={false} autoFocus>
        <Button
          icon={<Download />}
          text="Picture"
          title="Download the whole drawing as a picture; loops and calls stay boxes"
          size="small"
          disabled={view === null || view.document.qubits.length === 0}
          aria-haspopup="menu"
        />
      </PopoverNext>
      {failed !== null && <span role="alert">{failed}</span>}
    </>
  )
})
