import { Menu } from 'electron'

/** Standard roles only: every action of the workstation itself is in the window and its command palette. */
export const installMenu = (): void =>
  Menu.setApplicationMenu(
    Menu.buildFromTemplate([{ role: 'fileMenu' }, { role: 'editMenu' }, { role: 'viewMenu' }, { role: 'windowMenu' }]),
  )
