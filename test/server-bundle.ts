import { build } from '../scripts/build.mjs'
import { bundleFolder } from '../scripts/bundled-processes.mjs'

/** Bundles the server for tests that start processes; see scripts/bundle-server.mjs. */
export default function bundleServer(): void {
  build(['server'])
  process.env.SERVER_BUNDLE = bundleFolder
}
