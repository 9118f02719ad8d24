/** Wilson's interval (1927) for a share of shots, two-sided at 95 %. Pure; the service's own statistics judge it in tests. */
const Z95 = 1.959963984540054

/** `[low, high]` of `count` in `shots`, 0..1; its width is above 0 also where none or all of the shots count. */
export function wilsonInterval(count: number, shots: number): readonly [low: number, high: number] {
  if (shots === 0) return [0, 1]
  const share = count / shots
  const z2 = Z95 ** 2 / shots
  const centre = share + z2 / 2
  const half = Z95 * Math.sqrt((share * (1 - share) + z2 / 4) / shots)
  const low = count === 0 ? 0 : Math.max(0, (centre - half) / (1 + z2))
  return [low, count === shots ? 1 : Math.min(1, (centre + half) / (1 + z2))]
}
