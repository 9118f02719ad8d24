import { routes } from '../../contract/routes'
import type { EntropySupply } from '../../entropy/supply/supply'
import { type CallContext, type Handler, handle, handleStream } from '../request/call'

/** Sources, draws and pools of random bytes, and the operators' changes to them. */
export const entropyHandlers = (supply: EntropySupply): Handler[] => {
  const { draws, pools, audit } = supply
  const sources = () => ({ items: supply.summaries() })
  const who = ({ caller, idempotency_key }: CallContext) => ({ caller: caller!, idempotency_key })
  return [
    handle(routes.listEntropySources, sources),
    handle(routes.drawEntropy, ({ body }, context) => draws.draw(body, who(context))),
    handle(routes.requestEntropy, ({ body }, context) => draws.request(body, who(context))),
    handle(routes.drawMultiSource, ({ body }, context) => draws.multi(body, who(context))),
    handleStream(routes.streamEntropy),
    handle(routes.listPoolLevels, supply.levels),
    handle(routes.listEntropyPolicies, () => ({ items: supply.policies() })),
    handle(routes.listSourceSummaries, sources),
    handle(routes.getSourceQuality, ({ params }) => supply.quality(params.id)),
    handle(routes.getQualityHistory, ({ params, query }) => supply.qualityHistory(params.id, query)),
    handle(routes.listSourceRegistry, ({ query }) => supply.registry(query)),
    handle(routes.updateSource, ({ params, body }, { caller }) => supply.change(params.id, body, caller!)),
    handle(routes.exportSamples, ({ params, query }, { caller, signal }) =>
      supply.exports.take(params.id, query, { caller: caller!, signal }),
    ),
    handle(routes.listSourcePools, ({ query }) => supply.sourcePools(query)),
    handle(routes.listCustomPools, ({ query }) => pools.list(query)),
    handle(routes.createCustomPool, ({ body }, { caller }) => pools.create(body, caller!)),
    handle(routes.updateCustomPool, ({ body }, { caller }) => pools.update(body, caller!)),
    handle(routes.listEntropyAudit, ({ query }) => audit.list(query)),
  ]
}
