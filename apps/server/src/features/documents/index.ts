export { paperProgram } from './orders.ts'
export { registerDocuments } from './printing.ts'
