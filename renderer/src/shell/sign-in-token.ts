/** The token of a pasted one-time link; a text without `token=` is taken as the token itself. */
export function tokenFrom(pasted: string): string {
  const text = pasted.trim()
  const token = /[?#&]token=([^&#\s]+)/.exec(text)?.[1]
  return token === undefined ? text : decoded(token)
}

/** Decodes percent escapes; a malformed one is left as it is, and the service then says that the token is unknown. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
