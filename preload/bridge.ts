/** `window.pentad` inside Electron; a browser has no such object. */
export interface PentadBridge {
  readonly host: 'electron'
  /** A fresh one-time token for POST /session; rejects when the page is not the service's own. */
  signInToken(): Promise<string>
}

export const SIGN_IN_CHANNEL = 'pentad:sign-in-token'
