/**
 * Plotly and cytoscape put a <style> element with a known id into the page, which the Content-Security-Policy refuses
 * and reports. Both leave it out when an element of that id is already there, so a <meta> takes its place;
 * `theme/libraries.css` carries the rules instead.
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
