export { type ChangeRow, changeStore, type Occasion } from './store.ts'
