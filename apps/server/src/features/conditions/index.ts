import type { Context } from '../../context.ts'
import { conditionHandlers } from './routes.ts'
import { purgeConditions } from './service.ts'

export { newConditionChecks } from './new-checks.ts'
export { addConditionChecks, conditionService, setConditionTask } from './service.ts'
export { type CheckToAdd, conditionStore } from './store.ts'

export function registerConditions(context: Context) {
  context.jobs.purge('condition checks', purgeConditions)
  return { conditions: conditionHandlers(context) }
}
