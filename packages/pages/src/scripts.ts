import page from '../browser/page.js?raw'
import player from '../browser/player.js?raw'
import zoom from '../browser/zoom.js?raw'

/** What runs in the browsers of visitors. */
export const browserScripts = { page, player, zoom } as const
/** Where the server serves each of them. */
export type ScriptAddresses = Readonly<Record<keyof typeof browserScripts, string>>
