/** What a picture shows of an item. */
export const pictureKinds = ['view', 'detail', 'back', 'signature', 'condition', 'archive'] as const
export type PictureKind = (typeof pictureKinds)[number]

export const pictureKindNames: Record<PictureKind, string> = {
  view: 'View',
  detail: 'Detail',
  back: 'Back',
  signature: 'Signature',
  condition: 'Condition',
  archive: 'Archive',
}

/** Whether visitors see pictures of a kind, unless somebody says otherwise. */
export const isPublicByDefault = (kind: PictureKind): boolean => kind !== 'condition' && kind !== 'archive'
