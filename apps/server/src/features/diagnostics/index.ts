export { diagnosticsHandlers } from './routes.ts'
