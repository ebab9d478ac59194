import { isIP, SocketAddress } from 'node:net'

/**
 * The networks that an address lies in, the smallest first. A household has one IPv4 address, but an IPv6 /64 or /56,
 * and a site a /48, and can use any address in it.
 */
export function enclosingNetworks(address: string): readonly [string, ...string[]] {
  if (isIP(address) !== 6) return [address]
  // Node writes an address in one way, however it was given, and marks an IPv4 address inside it with dots.
  const { address: written } = new SocketAddress({ address, family: 'ipv6' })
  const ipv4 = /^::ffff:([\d.]+)$/.exec(written)?.[1]
  if (ipv4) return [ipv4]
  const [first = 0, second = 0, third = 0, fourth = 0] = groupsOf(written)
  const site = [first, second, third].map((group) => group.toString(16)).join(':')
  return [
    `${site}:${fourth.toString(16)}/64`,
    `${site}:${(fourth & 0xff00).toString(16)}/56`,
    `${site}/48`,
  ]
}

/** Addresses that count as one client: those of the widest network, which holds all the narrower ones. */
export const toClientNetwork = (address: string): string =>
  enclosingNetworks(address).at(-1) ?? address

function groupsOf(written: string): number[] {
  const [head = [], tail = []] = written
    .replace(/(?<!\d)\d+(\.\d+){3}$/, '0:0')
    .split('::')
    .map((part) => part.split(':').filter(Boolean))
  const zeros = Array.from({ length: 8 - head.length - tail.length }, () => '0')
  return [...head, ...zeros, ...tail].map((group) => Number.parseInt(group, 16))
}
