import ask from '../browser/ask.js?raw'
import embedded from '../browser/embedded.js?raw'
import page from '../browser/page.js?raw'
import player from '../browser/player.js?raw'
import serviceWorker from '../browser/sw.js?raw'
import serviceWorkerOff from '../browser/sw-off.js?raw'
import zoom from '../browser/zoom.js?raw'

/** What runs in the browsers of visitors. */
export const browserScripts = { ask, embedded, page, player, zoom } as const
/** Where the server serves each of them. */
export type ScriptAddresses = Readonly<Record<keyof typeof browserScripts, string>>
/** The service worker that keeps pages for rooms without reception, and the one that ends it. */
export const serviceWorkers = { on: serviceWorker, off: serviceWorkerOff } as const
