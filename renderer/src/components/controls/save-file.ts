/** Saves a file by the browser's download. */
export function save(name: string, content: Blob): void {
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  document.body.append(link)
  link.click()
  link.remove()
  // The browser reads the object after the click; in some browsers releasing it at once loses the file.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}

/** Text as a file of the given media type. */
export const textFile = (text: string, type = 'application/json') => new Blob([text], { type })
