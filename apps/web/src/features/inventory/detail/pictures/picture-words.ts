import type { PictureKind } from '@vitrine/contract'

export const kindNames: Record<PictureKind, string> = {
  view: 'View',
  detail: 'Detail',
  back: 'Back',
  signature: 'Signature',
  condition: 'Condition',
  archive: 'Archive',
}

const folders = { screen: '', thumbnail: 'thumbnail/' } as const

export const pictureAddress = (itemId: number, name: string, size: keyof typeof folders = 'screen'): string =>
  `/api/image/${folders[size]}${itemId}?v=${name}`
