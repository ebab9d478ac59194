import { measure } from './measure.ts'

// Usage: node bench/run.ts [--dev [--show]]. Errors in the test half are never shown.
const dev = process.argv.includes('--dev')
await measure(dev ? 'dev' : 'test', dev && process.argv.includes('--show'))
