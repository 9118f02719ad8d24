import { contextBridge, ipcRenderer } from 'electron'
import { type PentadBridge, SIGN_IN_CHANNEL } from './bridge'

const bridge: PentadBridge = {
  host: 'electron',
  signInToken: () => ipcRenderer.invoke(SIGN_IN_CHANNEL),
}

contextBridge.exposeInMainWorld('pentad', Object.freeze(bridge))
