export { type MediaAcceptance, mediaAcceptance } from './accept.ts'
export { type MediaReading, mediaReading, type PrintSize } from './open.ts'
export { missingSizes, OriginalUnusable, type PictureSizes, pictureSizes } from './sizes.ts'
export { keysOf as mediaKeysOf, originalKey } from './variants.ts'
