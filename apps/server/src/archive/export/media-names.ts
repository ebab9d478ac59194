import { type ItemType, inventoryTypes } from '@vitrine/contract'
import { endingOf } from '../../adapters/images/picture-format.ts'
import type { Tables } from '../../db/tables.ts'

type Media = Pick<Tables['media'], 'mime' | 'name' | 'file_name'>

const endingOfMedia = (mime: string): string => (mime === 'audio/mpeg' ? 'mp3' : (endingOf(mime) ?? 'bin'))

// In bytes, of which a file name takes 255; and on some systems a path takes no more than 260 letters.
const maxBytes = 120

/** A name that every file system takes and a person recognises; the numbers keep two of them apart. */
export const mediaName = (
  item: { type: ItemType; id: number; identifier: string; name: string },
  { mime }: Media,
  position = 0,
): string => {
  const title = plain([item.identifier, item.name].filter(Boolean).join(' '))
  return `media/${inventoryTypes[item.type].many}/${title} (${item.id})${position === 0 ? '' : ` ${position + 1}`}.${endingOfMedia(mime)}`
}

/** Media that no item shows any more; the history may. */
export const earlierName = ({ name, file_name }: Media): string =>
  `media/earlier/${name.slice(0, 12)} ${plain(file_name)}`

function plain(text: string): string {
  const allowed = text.replaceAll(/[\\/:*?"<>|\p{C}]/gu, '_')
  // A dot or a space at the end is lost on some systems.
  return beginningOf(allowed).replace(/(?<![. ])[. ]+$/, '')
}

/** As much of it as fits, without cutting a letter in two. */
function beginningOf(text: string): string {
  let beginning = ''
  for (const letter of text) {
    if (Buffer.byteLength(beginning + letter) > maxBytes) break
    beginning += letter
  }
  return beginning
}
