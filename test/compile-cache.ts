import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { root } from '../scripts/root.mjs'

/** As the server does when it starts: its processes for papers and pictures then share a compile cache. */
enableCompileCache(join(root, '.cache/compiled'))
