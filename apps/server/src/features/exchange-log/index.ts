export { checkExchangeLog, repairExchangeLog } from './check.ts'
export { announceEverything, settle, settleIn, toSecond } from './settle.ts'
export { type ExchangeRow, exchangeLogStore, type Selection } from './store.ts'
