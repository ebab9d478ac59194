export type Encoding = 'br' | 'gzip'

/** The best encoding that a client takes (RFC 9110, 12.5.3); nothing for one that names none of ours. */
export function acceptedEncoding(header: string | string[] | undefined): Encoding | undefined {
  const refused = /;\s*q=0(?:\.0*)?\s*$/
  const named = String(header ?? '')
    .toLowerCase()
    .split(',')
    .filter((one) => !refused.test(one))
    .map((one) => one.split(';', 1)[0]?.trim())
  return (['br', 'gzip'] as const).find((encoding) => named.includes(encoding))
}
