/**
 * Prevents sleep and asks before quitting while work runs, notifies at its end, and asks before unsaved changes are
 * lost.
 */
import { dialog, Notification, powerSaveBlocker } from 'electron'
import type { Activity } from '../composition/activity'

/** Interval between two checks for running work. */
const LOOK_MS = 2_000

/** Keeps the computer awake while work runs. Returns the function that ends this. */
export function stayAwake(activity: Activity): () => void {
  let blocker: number | null = null
  const release = () => {
    if (blocker !== null) powerSaveBlocker.stop(blocker)
    blocker = null
  }
  const look = () => {
    if (activity.running().length === 0) release()
    else blocker ??= powerSaveBlocker.start('prevent-app-suspension')
  }
  const timer = setInterval(look, LOOK_MS)
  return () => {
    clearInterval(timer)
    release()
  }
}

export function notify(activity: Activity): void {
  activity.onNotice(({ title, text }) => {
    if (Notification.isSupported()) new Notification({ title, body: text }).show()
  })
}

/** True when nothing runs, or the user agrees to stop the listed work. */
export function mayQuit(activity: Activity): boolean {
  const running = activity.running()
  if (running.length === 0) return true
  const chosen = dialog.showMessageBoxSync({
    type: 'warning',
    title: 'Pentad',
    message: 'Quit while something runs?',
    detail: `This would stop: ${running.join(', ')}. Outputs are driven as the lab profile says for quitting.`,
    buttons: ['Keep running', 'Quit'],
    defaultId: 0,
    cancelId: 0,
  })
  return chosen === 1
}

/** True when the user agrees to close or reload the window despite unsaved changes. */
export function mayLeave(): boolean {
  const chosen = dialog.showMessageBoxSync({
    type: 'warning',
    title: 'Pentad',
    message: 'Leave with changes that are not saved?',
    detail: 'Drafts come back with the next window, unless there is no room to keep them.',
    buttons: ['Stay', 'Leave'],
    defaultId: 0,
    cancelId: 0,
  })
  return chosen === 1
}
