/** A UUID v4 without `crypto.randomUUID`, which browsers offer on secure (https) addresses only. */
export const createUuid = (): string =>
  // x stands for any digit, y for the variant: a digit whose two highest bits are 10.
  'xxxxxxxx-xxxx-4xxx-yxxx-xxxxxxxxxxxx'.replaceAll(/[xy]/g, (placeholder) => {
    const [random = 0] = crypto.getRandomValues(new Uint8Array(1))
    const digit = placeholder === 'x' ? random & 0b1111 : 0b1000 | (random & 0b0011)
    return digit.toString(16)
  })
