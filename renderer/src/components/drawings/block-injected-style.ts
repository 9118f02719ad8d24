/**
 * Plotly and cytoscape insert a <style> element with a known id, which the Content-Security-Policy refuses and reports.
 * Both skip it when an element with that id exists, so a <meta> takes its place; `theme/libraries.css` contains the
 * rules instead.
 */
export function blockInjectedStyle(...ids: string[]): void {
  for (const id of ids) {
    if (document.getElementById(id) !== null) continue
    const place = document.createElement('meta')
    place.id = id
    place.className = 'no-inline-styles'
    document.head.append(place)
  }
}
