const folders = { screen: '', thumbnail: 'thumbnail/' } as const

export const pictureAddress = (itemId: number, name: string, size: keyof typeof folders = 'screen'): string =>
  `/api/image/${folders[size]}${itemId}?v=${name}`
