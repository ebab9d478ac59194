import ask from '../browser/ask.js?raw'
import embedded from '../browser/embedded.js?raw'
import page from '../browser/page.js?raw'
import player from '../browser/player.js?raw'
import serviceWorker from '../browser/sw.js?raw'
import serviceWorkerOff from '../browser/sw-off.js?raw'
import zoom from '../browser/zoom.js?raw'

/** Sources of the visitor pages' scripts. */
export const browserScripts = { ask, embedded, page, player, zoom } as const
/** URL of each script. */
export type ScriptAddresses = Readonly<Record<keyof typeof browserScripts, string>>
/** The service worker for offline use, and the one that removes it. */
export const serviceWorkers = { on: serviceWorker, off: serviceWorkerOff } as const
