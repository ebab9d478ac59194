const mimeTypes = {
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  avif: 'image/avif',
  heic: 'image/heic',
  tiff: 'image/tiff',
  gif: 'image/gif',
} as const

export type PictureFormat = keyof typeof mimeTypes

export const mimeOf = (format: PictureFormat): string => mimeTypes[format]

/** How many bytes `formatOf` needs. */
export const headLength = 64

const signatures: [PictureFormat, RegExp][] = [
  ['jpeg', /^\xff\xd8\xff/],
  ['png', /^\x89PNG\r\n.\n/s],
  ['gif', /^GIF8[79]a/],
  ['webp', /^RIFF....WEBP/s],
  // The second pair is that of files that may grow over 4 GB.
  ['tiff', /^(?:II[*+]\0|MM\0[*+])/],
  // The box names one brand, then four bytes of version, then all the others.
  ['avif', /^....ftyp(?:avi[fs]|(?:mif1|msf1|miaf)....(?:....)*?avi[fs])/s],
  ['heic', /^....ftyp(?:he(?:i[cxms]|v[cxms])|(?:mif1|msf1|miaf)....(?:....)*?he(?:i[cxms]|v[cxms]))/s],
]

/** Detects the format by the first bytes, never by the file name. */
export function formatOf(head: Buffer): PictureFormat | null {
  const text = head.toString('latin1')
  return signatures.find(([, signature]) => signature.test(text))?.[0] ?? null
}
