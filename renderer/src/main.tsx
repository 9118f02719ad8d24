import './api/disable-zod-eval'
import '@blueprintjs/core/lib/css/blueprint.css'
import '@blueprintjs/icons/lib/css/blueprint-icons.css'
import '@blueprintjs/select/lib/css/blueprint-select.css'
import './theme/fonts.css'
import './theme/tokens.css'
import './theme/base.css'
import './theme/components.css'
import './theme/tables.css'
import './theme/libraries.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import type { ConnectionHost } from './api/use-connection'
import { App } from './app'
import { keepFocusInPage } from './focus/lost-focus'
import { hideFocusOfPointer } from './focus/pointer-focus'
import { keepReleasesWithPresses } from './focus/released-keys'
import { askAboutUnsavedDrafts } from './window-state/ask-before-leaving'

/** The object that Electron's preload adds to the window (preload/bridge.ts); a browser has none. */
interface HostWindow {
  readonly pentad?: { readonly signInToken?: () => Promise<string> }
}

const bridge = (window as HostWindow).pentad
const segment = document.querySelector<HTMLMetaElement>('meta[name="pentad-segment"]')?.content
const host: ConnectionHost = {
  fetch: (input, init) => window.fetch(input, init),
  signInToken: bridge?.signInToken ?? null,
  segment: segment || 'svc',
  openSocket: (path, listeners) => {
    const socket = new WebSocket(new URL(path, location.origin.replace(/^http/, 'ws')))
    socket.onmessage = ({ data }) => listeners.message(data)
    socket.onclose = listeners.closed
    return socket
  },
}

askAboutUnsavedDrafts()
hideFocusOfPointer(document)
keepFocusInPage(document)
keepReleasesWithPresses(document)
createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <App host={host} />
  </StrictMode>,
)
// A font face is loaded at its first use; without this the italics of a figure would be missing until then.
void document.fonts.load('italic 1em Arimo').catch(() => undefined)
