import { Menu } from 'electron'

/** Standard menus only: the workstation's own actions are in the window and its command palette. */
export const installMenu = (): void =>
  Menu.setApplicationMenu(
    Menu.buildFromTemplate([{ role: 'fileMenu' }, { role: 'editMenu' }, { role: 'viewMenu' }, { role: 'windowMenu' }]),
  )
