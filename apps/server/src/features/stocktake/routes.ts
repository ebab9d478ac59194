import type { Api } from '@vitrine/contract'
import type { Context } from '../../context.ts'
import type { Handlers } from '../../http/mount.ts'
import type { DecisionService } from './decisions.ts'
import { printStocktakeReport, readResultPage } from './result.ts'
import type { StocktakeService } from './service.ts'

export const stocktakeHandlers = (
  context: Context,
  stocktakes: StocktakeService,
  decisions: DecisionService,
): Handlers<Api['stocktake']> => ({
  list: (_, { actor }) => stocktakes.list(actor),
  open: ({ body }, { actor, idempotentRequest }) => stocktakes.open(actor, body, idempotentRequest),
  read: ({ params }, { actor }) => stocktakes.read(actor, params.id),
  facts: ({ params, query }, { actor }) => stocktakes.facts(actor, params.id, query.since),
  send: ({ params, body }, { actor }) => stocktakes.send(actor, params.id, body),
  result: ({ params, query }) => readResultPage(context, params.id, query.after),
  decide: ({ params, body }, { actor }) => decisions.decide(actor, params.id, body),
  undo: ({ params, body }, { actor }) => decisions.undo(actor, params.id, body.batch),
  close: ({ params }, { actor }) => stocktakes.close(actor, params.id),
  reopen: ({ params }, { actor }) => stocktakes.reopen(actor, params.id),
  report: ({ params, query }, { actor, signal }) =>
    printStocktakeReport(context, actor, params.id, query.lang, signal),
})
