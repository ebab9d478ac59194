import { readConfigFromEnvironment } from '../src/config/config.ts'
import { serveUntilSignal } from '../src/runtime/serve.ts'

// Serves as main.ts does, with limits from the first argument. The product has no way to change
// them.
await serveUntilSignal(readConfigFromEnvironment(JSON.parse(process.argv[2] ?? '{}')))
