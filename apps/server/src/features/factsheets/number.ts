// The bound of an id's column; a larger number has no item.
const largestNumber = 2_147_483_647

/** The public number in an address, or as typed. */
export function numberIn(typed: string): number | null {
  const number = /^\d{1,10}\/?$/.test(typed) ? Number.parseInt(typed, 10) : 0
  return number > 0 && number <= largestNumber ? number : null
}
