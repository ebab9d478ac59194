import player from '../browser/player.js?raw'

/** What runs in the browsers of visitors. */
export const browserScripts = { player } as const
