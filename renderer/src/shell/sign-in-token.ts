/** The token of a pasted one-time link, or the pasted text itself where it is only the token. */
export function tokenFrom(pasted: string): string {
  const text = pasted.trim()
  const token = /[?#&]token=([^&#\s]+)/.exec(text)?.[1]
  return token === undefined ? text : decoded(token)
}

/** A malformed escape is left as it is; the service then says that the token is unknown. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
