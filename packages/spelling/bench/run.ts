import { measure } from './measure.ts'

// node bench/run.ts [--dev [--show]]: the faults of the test half are never shown.
const dev = process.argv.includes('--dev')
await measure(dev ? 'dev' : 'test', dev && process.argv.includes('--show'))
