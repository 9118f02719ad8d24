/** A figure with its table and exports. */
import { Button, ButtonGroup, Menu, MenuDivider, MenuItem, PopoverNext } from '@blueprintjs/core'
import { Download, Th } from '@blueprintjs/icons'
import { type ReactNode, useEffect, useId, useMemo, useRef, useState } from 'react'
import type { DataTable } from '../../draw/charts/chart'
import type { Scheme } from '../../draw/charts/colours'
import { composed } from '../../draw/figures/compose'
import type { PaperFigure } from '../../draw/figures/model'
import { useScheme } from '../../window-state/preferences'
import { save } from '../controls/save-file'
import { SheetTable } from '../tables/sheet'
import { FIGURE_FILES, type FigureFile, figureFile, fileNameOf } from './figure-files'
import { DrawingView } from './shapes'
import './figures.css'

type Width = 86 | 178

interface Props {
  readonly label: string
  /** Makes the figure in the colours of a scheme, at a width of one or two columns (mm). */
  readonly figure: (scheme: Scheme, width: Width) => PaperFigure
  readonly table: DataTable
  /** Base name of exported files. */
  readonly fileName: string
  /** Keeps the figure at one column's width, where a wider one would show no more. */
  readonly narrow?: boolean
  /** Controls of the figure's content, above it at the left. */
  readonly children?: ReactNode
}

/** Pixels from which the wide figure is readable. */
const WIDE_FROM = 640

export function FigureView({ label, figure, table, fileName, narrow = false, children }: Props) {
  const scheme = useScheme()
  const place = useRef<HTMLDivElement>(null)
  const wide = useIsWide(place) && !narrow
  const [asTable, setAsTable] = useState(false)
  const [tip, setTip] = useState<string | null>(null)
  const tableId = useId()
  const drawing = useMemo(() => composed(figure(scheme, wide ? 178 : 86), scheme), [figure, scheme, wide])
  return (
    <figure className="pentad-paper-figure" data-width={wide ? 'wide' : 'narrow'} aria-label={label}>
      <div className="pentad-figure-tools">
        {children}
        <ButtonGroup variant="minimal" size="small">
          <Button
            icon={<Th />}
            text={asTable ? 'Figure' : 'Table'}
            active={asTable}
            aria-controls={tableId}
            onClick={() => setAsTable(!asTable)}
          />
          <ExportMenu figure={figure} fileName={fileName} />
        </ButtonGroup>
      </div>
      <div id={tableId} ref={place}>
        {asTable ? (
          <SheetTable caption={label} table={table} maxHeight={440} />
        ) : (
          <DrawingView drawing={drawing} onTip={setTip} />
        )}
      </div>
      {asTable || (
        <p className="pentad-figure-tip" aria-live="off">
          {tip ?? 'Point at a mark to read its value; the table has the numbers.'}
        </p>
      )}
    </figure>
  )
}

function useIsWide(place: React.RefObject<HTMLElement | null>): boolean {
  const [wide, setWide] = useState(true)
  useEffect(() => {
    const element = place.current
    if (element === null) return undefined
    const observer = new ResizeObserver(() => setWide(element.clientWidth >= WIDE_FROM))
    observer.observe(element)
    return () => observer.disconnect()
  }, [place])
  return wide
}

const WIDTHS = [86, 178] as const
const DRAWN: readonly FigureFile[] = ['svg', 'pdf', 'png-300', 'png-600']
const DATA: readonly FigureFile[] = ['csv', 'json', 'py']

function ExportMenu({ figure, fileName }: Pick<Props, 'figure' | 'fileName'>) {
  const [failed, setFailed] = useState<string | null>(null)
  const exportAs = async (file: FigureFile, width: Width) => {
    setFailed(null)
    try {
      save(
        fileNameOf(DATA.includes(file) ? fileName : `${fileName}-${width}mm`, file),
        await figureFile(figure('light', width), file),
      )
    } catch (thrown) {
      setFailed(thrown instanceof Error ? thrown.message : String(thrown))
    }
  }
  const menu = (
    <Menu aria-label="Export the figure">
      {WIDTHS.map(width => [
        <MenuDivider key={width} title={`Figure, ${width} mm wide`} />,
        ...DRAWN.map(file => (
          <MenuItem key={`${file}-${width}`} text={FIGURE_FILES[file]} onClick={() => void exportAs(file, width)} />
        )),
      ])}
      <MenuDivider title="Data" />
      {DATA.map(file => (
        <MenuItem key={file} text={FIGURE_FILES[file]} onClick={() => void exportAs(file, 178)} />
      ))}
    </Menu>
  )
  return (
    <>
      <PopoverNext content={menu} placement="bottom-end" arrow={false} autoFocus>
        <Button icon={<Download />} text="Export" size="small" variant="minimal" aria-haspopup="menu" />
      </PopoverNext>
      {failed !== null && <span role="alert">{failed}</span>}
    </>
  )
}
