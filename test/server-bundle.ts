import { join } from 'node:path'
import { build } from '../scripts/build.mjs'
import { root } from '../scripts/root.mjs'

/** For tests that start processes: see scripts/bundle-server.mjs. */
export default function bundleServer(): void {
  build(['server'])
  process.env.SERVER_BUNDLE = join(root, '.cache/server')
}
