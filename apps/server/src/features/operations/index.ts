export { operationsHandlers } from './routes.ts'
