export { registerDocuments } from './printing.ts'
