/** Keeps the service running after the window is closed; a tray icon opens the window again or quits. */
import { app, Menu, Notification, Tray } from 'electron'

interface Background {
  /** Image file of the tray icon. */
  readonly icon: string
  /** Opens the window, or brings it to the front. */
  show(): void
}

const GOES_ON =
  'Runs go on and outputs stay as they are. Open it again from the tray, or by starting it once more; File, Quit stops it.'

/** Call after app is ready. Returns the function that removes the tray icon. */
export function keepRunning({ icon, show }: Background): () => void {
  const tray = trayWith(icon)
  tray?.setToolTip('Pentad')
  tray?.setContextMenu(
    Menu.buildFromTemplate([
      { label: 'Open Pentad', click: show },
      { label: 'Quit', click: () => app.quit() },
    ]),
  )
  tray?.on('click', show)
  let isShown = false
  // Without this listener Electron would quit when the window closes, and quitting drives outputs.
  app.on('window-all-closed', () => {
    if (isShown || !Notification.isSupported()) return
    isShown = true
    new Notification({ title: 'Pentad keeps running', body: GOES_ON }).show()
  })
  return () => tray?.destroy()
}

/** Null where the desktop has no tray. */
function trayWith(icon: string): Tray | null {
  try {
    return new Tray(icon)
  } catch (error) {
    console.error('There is no tray icon:', error)
    return null
  }
}
