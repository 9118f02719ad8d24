import { type Complex, type Matrix, phase } from '../../../contract/gates/matrices'

/** A one-qubit gate as e^{iα} U(θ, φ, λ). */
export interface EulerAngles {
  readonly alpha: number
  readonly theta: number
  readonly phi: number
  readonly lambda: number
}

const TINY = 1e-12
const angleOf = ([re, im]: Complex) => Math.atan2(im, re)
const negative = ([re, im]: Complex): Complex => [-re, -im]
const sizeOf = ([re, im]: Complex) => Math.hypot(re, im)

/** The angles of a unitary 2×2 matrix. */
export function eulerAngles(matrix: Matrix): EulerAngles {
  const [[m00, m01], [m10, m11]] = matrix as unknown as [[Complex, Complex], [Complex, Complex]]
  const theta = 2 * Math.atan2(sizeOf(m10), sizeOf(m00))
  if (sizeOf(m10) < TINY) return { alpha: angleOf(m00), theta: 0, phi: 0, lambda: angleOf(m11) - angleOf(m00) }
  if (sizeOf(m00) < TINY) {
    const alpha = angleOf(negative(m01))
    return { alpha, theta: Math.PI, phi: angleOf(m10) - alpha, lambda: 0 }
  }
  const alpha = angleOf(m00)
  return { alpha, theta, phi: angleOf(m10) - alpha, lambda: angleOf(negative(m01)) - alpha }
}

/** The angle reduced into (-π, π], with -π itself taken as π: the argument of a principal power. */
export function principalAngle(angle: number): number {
  const rest = angle - 2 * Math.PI * Math.round(angle / (2 * Math.PI))
  return rest <= -Math.PI + TINY ? Math.PI : rest
}

/**
 * The principal power of a unitary 2×2 matrix: the same eigenvectors, and e^{ika} for each eigenvalue e^{ia} with a in
 * (-π, π]. With U = e^{iα}(cos β - i sin β n·σ) the eigenvalues are e^{i(α∓β)} on the projectors (1 ± n·σ)/2.
 */
export function powerOf(matrix: Matrix, exponent: number): Matrix {
  const [[a, b], [c, d]] = matrix as unknown as [[Complex, Complex], [Complex, Complex]]
  const determinant: Complex = [
    a[0] * d[0] - a[1] * d[1] - b[0] * c[0] + b[1] * c[1],
    a[0] * d[1] + a[1] * d[0] - b[0] * c[1] - b[1] * c[0],
  ]
  const alpha = angleOf(determinant) / 2
  const [sa, sb, sc, sd] = [a, b, c, d].map(entry => turned(entry, -alpha)) as [Complex, Complex, Complex, Complex]
  const [nx, ny, nz] = [-(sb[1] + sc[1]) / 2, (sc[0] - sb[0]) / 2, (sd[1] - sa[1]) / 2]
  const sine = Math.hypot(nx, ny, nz)
  const beta = Math.atan2(sine, (sa[0] + sd[0]) / 2)
  const plus = phase(principalAngle(alpha - beta) * exponent)
  const minus = phase(principalAngle(alpha + beta) * exponent)
  if (sine < TINY) return mixed(plus, plus, { x: 0, y: 0, z: 1 })
  return mixed(plus, minus, { x: nx / sine, y: ny / sine, z: nz / sine })
}

const turned = ([re, im]: Complex, angle: number): Complex => {
  const [c, s] = phase(angle)
  return [re * c - im * s, re * s + im * c]
}

/** plus·(1 + n·σ)/2 + minus·(1 - n·σ)/2. */
function mixed(
  plus: Complex,
  minus: Complex,
  { x, y, z }: { readonly x: number; readonly y: number; readonly z: number },
): Matrix {
  const [mr, mi] = [(plus[0] + minus[0]) / 2, (plus[1] + minus[1]) / 2]
  const [dr, di] = [(plus[0] - minus[0]) / 2, (plus[1] - minus[1]) / 2]
  return [
    [
      [mr + dr * z, mi + di * z],
      [dr * x + di * y, di * x - dr * y],
    ],
    [
      [dr * x - di * y, di * x + dr * y],
      [mr - dr * z, mi - di * z],
    ],
  ]
}
