export const unsentText = (count: number): string =>
  count > 0 ? `${count} not yet sent` : 'Everything is sent'
