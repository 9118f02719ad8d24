import { describe, expect, it } from 'vitest'
import { programFaults } from '../../../../main/sequencer/program/check'
import { runProgram } from '../../../../main/sequencer/host/run-program'
import { profileRefusals } from '../../../../main/sequencer/profile/refusals'
import { canonicalText } from '../../../../main/sequencer/program/text'
import { joinPlanes } from '../../../../main/sequencer/bins/decode'
import { memoryProgram } from '../../../../main/qec/experiment/memory'
import { bitAt, type BitPlanes } from '../../../../main/qec/program/frame'
import { ADDRESS, clock, compiledOf, DEMO, engines, linkTo, memoryOf, rates, sha256, twinOf, type Wish } from './rig'

const wishes: Wish[] = [
  { mode: 'detection' }, { mode: 'correction' }, { protocol: 'cyclic-window' }, { proven: true }, { proven: true, protocol: 'cyclic-window', state: 'i' },
  { proven: true, mode: 'detection', rounds: 0, state: '+' }, { dd: 'xy4', state: '-' }, { dd: 'x2', state:'1' },
]
const meanOf = (p: BitPlanes) => Array.from({length: p.planes}, (_, i) => { let n=0; for (let s=0;s<p.shots;s++) n+=bitAt(p,i,s); return n/p.shots })
describe('scratch', () => {
  it.each(wishes)('%j', async wish => {
    const { program, reference } = compiledOf(wish)
    console.log(canonicalText(program).length, program.blocks.map(b => [b.name, b.duration_ns, b.operations.length].join(':')).join(' '), 'ref', [...reference].join(''))
    expect(programFaults(program)).toEqual([])
    expect(profileRefusals(program, DEMO)).toEqual([])
    const parts: BitPlanes[] = []
    const t = Date.now()
    const run = await runProgram(linkTo(twinOf()), { program, reference, profile: DEMO, address: ADDRESS, shots: 20000, sha256, clock, onBatch: async b => { parts.push(b.planes) } })
    console.log(Date.now() - t, 'ms', JSON.stringify(run))
    const got = meanOf(joinPlanes(parts))
    const want = meanOf(await engines.simulator.sampleFrames(memoryProgram({ ...memoryOf(wish), rates }), 20000, 5n))
    const z = got.map((g, i) => (g - want[i]!) / Math.sqrt((g*(1-g)+want[i]!*(1-want[i]!))/20000 + 1e-12))
    console.log('max z', Math.max(...z.map(Math.abs)), got.map((g,i)=>`${g.toFixed(3)}/${want[i]!.toFixed(3)}`).join(' '))
    expect(Math.max(...z.map(Math.abs))).toBeLessThan(5)
  })
})
