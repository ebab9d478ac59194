export { printing } from './printing.ts'
