/** The four control outputs of a Lake Shore 336: two heaters and two analog outputs, each with a setpoint, a range and a sensor. */
import type { SetGuard } from '../model/set-guard'

const OFF = 0
const CLOSED_LOOP = 1

interface Output {
  /** Highest value of RANGE: 3 for heaters, 1 for analog outputs. */
  readonly highest: number
  setpoint: number
  range: number
  mode: number
  /** 0 none, 1 to 4 for A to D. */
  input: number
}

/** As it comes from the lab: output 1 holds the mixing chamber (D), output 2 the still (C). */
const wired = (): Output[] => [
  { highest: 3, setpoint: 0, range: 0, mode: CLOSED_LOOP, input: 4 },
  { highest: 3, setpoint: 0, range: 0, mode: CLOSED_LOOP, input: 3 },
  { highest: 1, setpoint: 0, range: 0, mode: OFF, input: 0 },
  { highest: 1, setpoint: 0, range: 0, mode: OFF, input: 0 },
]

/** Kelvin by which full power warms a stage, by range: each has ten times the power of the one before. */
const FULL_POWER = [0, 0.2, 2, 20]

export interface ControlOutputs {
  setpoint(output: number): number | null
  range(output: number): number | null
  /** `1,4,0`: mode, input, whether it stays on after a power cycle. */
  mode(output: number): string | null
  /** Percent of the power of its range; `rest`: kelvin of its stage without it. Null where it is no heater. */
  power(output: number, rest: (input: number) => number): number | null
  /** Kelvin at which heaters hold the stage of an input that rests at `rest` kelvin; null where none heats it. */
  held(input: number, rest: number): number | null
  /** Takes the argument of a command as text; one that does not fit changes nothing. */
  setSetpoint(argument: string): void
  setRange(argument: string): void
  setMode(argument: string): void
}

export function createControlOutputs(guard: SetGuard): ControlOutputs {
  const outputs = wired()
  const at = (output: number): Output | undefined => outputs[output - 1]
  const figures = (argument: string) =>
    argument.split(',').map(text => (text.trim() === '' ? Number.NaN : Number(text)))
  const isWhole = (figure: number, most: number) => Number.isInteger(figure) && figure >= 0 && figure <= most
  const heats = ({ mode, range, highest }: Output) => mode === CLOSED_LOOP && range > 0 && highest === 3
  return {
    setpoint: output => at(output)?.setpoint ?? null,
    range: output => at(output)?.range ?? null,
    mode(output) {
      const one = at(output)
      return one ? `${one.mode},${one.input},0` : null
    },
    power(output, rest) {
      const one = at(output)
      if (one?.highest !== 3) return null
      if (!heats(one) || one.input === 0) return 0
      const share = (one.setpoint - rest(one.input)) / FULL_POWER[one.range]!
      return 100 * Math.min(Math.max(share, 0), 1)
    },
    held(input, rest) {
      const goals = outputs.filter(one => heats(one) && one.input === input)
      if (goals.length === 0) return null
      return Math.max(...goals.map(({ setpoint, range }) => Math.min(setpoint, rest + FULL_POWER[range]!)))
    },
    setSetpoint(argument) {
      const [output = 0, kelvin = Number.NaN] = figures(argument)
      const one = at(output)
      if (one && Number.isFinite(kelvin)) one.setpoint = guard.taken(kelvin, one.setpoint)
    },
    setRange(argument) {
      const [output = 0, range = Number.NaN] = figures(argument)
      const one = at(output)
      if (one && isWhole(range, one.highest)) one.range = Math.trunc(guard.taken(range, one.range))
    },
    setMode(argument) {
      const [output = 0, mode = Number.NaN, input = Number.NaN] = figures(argument)
      const one = at(output)
      if (one && isWhole(mode, 5) && isWhole(input, 4)) Object.assign(one, { mode, input })
    },
  }
}
