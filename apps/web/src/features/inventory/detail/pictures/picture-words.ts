import { type ItemPicture, type PictureKind, textLanguages } from '@vitrine/contract'

export const kindNames: Record<PictureKind, string> = {
  view: 'View',
  detail: 'Detail',
  back: 'Back',
  signature: 'Signature',
  condition: 'Condition',
  archive: 'Archive',
}

/** Visitors who can’t see it would learn nothing of it, in one language at least. */
export const lacksAlt = ({ public: isShown, alt }: ItemPicture): boolean =>
  isShown && textLanguages.some((lang) => alt[lang] === '')

const folders = { screen: '', thumbnail: 'thumbnail/' } as const

export const pictureAddress = (itemId: number, name: string, size: keyof typeof folders = 'screen'): string =>
  `/api/image/${folders[size]}${itemId}?v=${name}`
