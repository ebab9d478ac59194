export { announceEverything, applyChanges, applyChangesIn, toSecond } from './apply-changes.ts'
export { checkExchangeLog, repairExchangeLog } from './check.ts'
export { type ExchangeRow, exchangeLogStore, type Selection } from './store.ts'
