/** Texts of the switch, also shown while its code is loading. */
export const visibilityTexts = {
  label: 'Shown to visitors',
  hidden: 'Hidden: visitors can’t see its page, picture, recording, PDF or QR code.',
} as const
