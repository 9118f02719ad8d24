/** Quitting: first the questions, of the host and of the window, then the service stops, then the process ends. */
import { app } from 'electron'
import type { Service } from '../service'
import { mayQuit } from './attention'

interface QuitHost {
  /** Called once, when quitting is certain. */
  atQuit(): void
  /** Opens the window, or brings it to the front. */
  show(): void
}

/** Quitting waits once until the service has stopped; failures meanwhile do not prevent it. `isSignalled`: a signal requested it. */
export function stopAtQuit(service: Pick<Service, 'activity' | 'stop'>, { atQuit, show }: QuitHost) {
  let [stopped, isSignalled] = [false, false]
  // A signal is not confirmed: there may be no user at the window.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => {
      isSignalled = true
      app.quit()
    })
  app.on('before-quit', event => {
    if (stopped || isSignalled || mayQuit(service.activity)) return
    event.preventDefault()
    // When the user keeps it running, a closed window is opened again.
    show()
  })
  // Comes once every window has closed: one that is kept open keeps the service too.
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
