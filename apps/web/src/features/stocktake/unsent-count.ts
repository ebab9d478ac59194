export const formatUnsentCount = (count: number): string =>
  count > 0 ? `${count} not yet sent` : 'Everything is sent'
