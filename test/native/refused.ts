import { expect } from 'vitest'
import type { NativeTask } from '../../main/simulation/native'

/** A call is refused at once, or by its promise where the fault lies inside an array: either way this rejects. */
export const outcomeOf = async <Result>(call: () => NativeTask<Result>): Promise<Result> => call().promise

/** TypeErrors and RangeErrors of the addon name what is wrong; a kernel that failed otherwise was not refused. */
export const REFUSED = expect.objectContaining({ name: expect.stringMatching(/^(Type|Range)Error$/) })
