import { isIP, SocketAddress } from 'node:net'

/**
 * Lists the networks that contain an address, smallest first. With IPv6 a household has a /64 or
 * /56 and a site a /48, and can use any address in it.
 */
export function listEnclosingNetworks(address: string): readonly [string, ...string[]] {
  if (isIP(address) !== 6) return [address]
  // Node normalises the address, and writes an embedded IPv4 address with dots.
  const { address: normalised } = new SocketAddress({ address, family: 'ipv6' })
  const ipv4 = /^::ffff:([\d.]+)$/.exec(normalised)?.[1]
  if (ipv4) return [ipv4]
  const [first = 0, second = 0, third = 0, fourth = 0] = parseGroups(normalised)
  const site = [first, second, third].map((group) => group.toString(16)).join(':')
  return [
    `${site}:${fourth.toString(16)}/64`,
    `${site}:${(fourth & 0xff00).toString(16)}/56`,
    `${site}/48`,
  ]
}

/** The network that counts as one client: the widest, which contains all the narrower ones. */
export const toClientNetwork = (address: string): string =>
  listEnclosingNetworks(address).at(-1) ?? address

function parseGroups(normalised: string): number[] {
  const [head = [], tail = []] = normalised
    .replace(/(?<!\d)\d+(\.\d+){3}$/, '0:0')
    .split('::')
    .map((part) => part.split(':').filter(Boolean))
  const zeros = Array.from({ length: 8 - head.length - tail.length }, () => '0')
  return [...head, ...zeros, ...tail].map((group) => Number.parseInt(group, 16))
}
