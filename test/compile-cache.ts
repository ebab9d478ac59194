import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { root } from '../scripts/root.mjs'

// Like the server at start, so that its child processes share a compile cache.
enableCompileCache(join(root, '.cache/compiled'))
