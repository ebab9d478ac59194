import { createHash } from 'node:crypto'
import { playerScript } from '@vitrine/pages'
import type { Finished } from '../../http/finished.ts'

const name = createHash('sha256').update(playerScript).digest('base64url').slice(0, 16)

export const playerPath = '/public/player.js'
/** Contains the content hash, so browsers cache it forever. */
export const playerSrc = `${playerPath}?v=${name}`

/** The script of the art pages. It is too small for compression to matter. */
export const player = (asked: unknown): Finished => ({
  type: 'text/javascript; charset=utf-8',
  name,
  cache: asked === name ? 'forever' : 'shared',
  content: { plain: Buffer.from(playerScript) },
})
