/** Acts of operators on the lab, as entries of the experiment log. */
import { atSafeValuesText, parameterText, valueText } from '../../contract/instruments/value-text'
import type { ExperimentLog } from '../../instruments/records/experiment-log'
import { SERVICE } from '../../instruments/records/follow'
import { actorOf } from '../model/actor'
import type { Summaries } from '../view/summaries'
import type { OperatorAct } from './instruments'
import { BeyondLabLimits } from './parameters'

export function logOperatorAct(experiment: ExperimentLog, summaries: Summaries, act: OperatorAct): void {
  switch (act.kind) {
    case 'safe_state': {
      const { reply, caller } = act
      for (const { instrument_id, label, simulated, outcome, values, problem } of reply.items) {
        if (outcome === 'held') continue
        const text =
          outcome === 'safe' ? atSafeValuesText(label, values) : `${label} is unreachable: ${problem?.message}`
        const about = { instrument_id, simulated, actor: actorOf(caller) }
        experiment.add({ ...about, event: 'safe_state', text, details: { outcome, fault: problem?.fault ?? null } })
      }
      return
    }
    case 'restored': {
      const { snapshot, steps, caller } = act
      const set = steps.filter(({ outcome }) => outcome === 'set').length
      experiment.add({
        event: 'snapshot',
        actor: actorOf(caller),
        simulated: snapshot.simulated,
        text: `The snapshot “${snapshot.label}” was restored: ${set} of ${steps.length} values set`,
        details: { snapshot_id: snapshot.snapshot_id, set, of: steps.length },
      })
      return
    }
    case 'console': {
      const { instrument, sent, reply, problem, caller } = act
      const answered = reply === null ? 'nothing was asked' : `answered ${reply.slice(0, 200)}`
      const answer = problem ? `it failed: ${problem.message}` : answered
      experiment.add({
        event: 'console',
        instrument_id: instrument,
        simulated: summaries.isSimulated(instrument),
        actor: actorOf(caller),
        text: `${summaries.labelOf(instrument)} was sent ${sent}; ${answer}`,
        details: { fault: problem?.fault ?? null },
      })
      return
    }
    case 'refused': {
      const { instrument, refused } = act
      const { parameter, channel, unit, requested, problem, cause } = refused
      const output = `${summaries.labelOf(instrument)}: ${parameterText(parameter, channel)}`
      experiment.add({
        event: problem instanceof BeyondLabLimits ? 'limit' : 'fault',
        instrument_id: instrument,
        simulated: summaries.isSimulated(instrument),
        actor: (cause ?? SERVICE).actor,
        text: `${output} was not set to ${valueText(requested, unit)}: ${problem?.message}`,
        details: { parameter, channel, unit, requested, fault: problem?.fault ?? null },
      })
      return
    }
    case 'reopened': {
      const { instrument, caller } = act
      experiment.add({
        event: 'state',
        instrument_id: instrument,
        simulated: summaries.isSimulated(instrument),
        actor: actorOf(caller),
        text: `${summaries.labelOf(instrument)}: its port is closed and opened again`,
      })
      return
    }
    case 'profile':
      experiment.add({
        event: 'profile',
        instrument_id: act.instrument,
        actor: act.actor,
        text: `The lab was changed: ${act.text}`,
      })
  }
}
