/** Quitting: the user confirms, the windows close, the service stops, then the process ends. */
import { app } from 'electron'
import type { Service } from '../service'
import { mayQuit } from './attention'

interface QuitHost {
  /** Called once, when quitting is certain. */
  atQuit(): void
  /** Opens the window, or brings it to the front. */
  show(): void
}

/**
 * Delays quitting until the service has stopped; errors while stopping do not prevent it. `isSignalled` tells whether a
 * signal requested the quit.
 */
export function stopAtQuit(service: Pick<Service, 'activity' | 'stop'>, { atQuit, show }: QuitHost) {
  let [stopped, isSignalled] = [false, false]
  // A signal is not confirmed, as there may be no user at the window.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => {
      isSignalled = true
      app.quit()
    })
  app.on('before-quit', event => {
    if (stopped || isSignalled || mayQuit(service.activity)) return
    event.preventDefault()
    // The user keeps it running, so a closed window is opened again.
    show()
  })
  // Fires only after every window has closed, so a window that stays open keeps the service running.
  app.on('will-quit', event => {
    if (stopped) return
    event.preventDefault()
    stopped = true
    atQuit()
    void service
      .stop()
      .catch((error: unknown) => console.error('The service did not stop well:', error))
      .finally(() => app.quit())
  })
  return { isSignalled: (): boolean => isSignalled }
}
