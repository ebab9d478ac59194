import { expect, test } from 'vitest'
import { listEnclosingNetworks, toClientNetwork } from './networks.ts'

test.each([
  ['192.0.2.1', ['192.0.2.1']],
  ['::ffff:192.0.2.1', ['192.0.2.1']],
  ['::ffff:c000:201', ['192.0.2.1']],
  ['2001:DB8:7:12ff:1::1', ['2001:db8:7:12ff/64', '2001:db8:7:1200/56', '2001:db8:7/48']],
  ['2001:db8::1', ['2001:db8:0:0/64', '2001:db8:0:0/56', '2001:db8:0/48']],
  ['::1', ['0:0:0:0/64', '0:0:0:0/56', '0:0:0/48']],
  ['::192.0.2.1', ['0:0:0:0/64', '0:0:0:0/56', '0:0:0/48']],
  ['fe80::1%eth0', ['fe80:0:0:0/64', 'fe80:0:0:0/56', 'fe80:0:0/48']],
  ['1:2:3:4:5:6:7::', ['1:2:3:4/64', '1:2:3:0/56', '1:2:3/48']],
  ['', ['']],
  ['not an address', ['not an address']],
])('finds the networks around %j: %j', (address, networks) =>
  expect(listEnclosingNetworks(address)).toEqual(networks),
)

test('treats an IPv6 site as one client, and each IPv4 address as its own', () => {
  expect(toClientNetwork('2001:db8:7:12ff::1')).toBe(toClientNetwork('2001:db8:7:1::2'))
  expect(toClientNetwork('2001:db8:7::1')).not.toBe(toClientNetwork('2001:db8:8::1'))
  expect(toClientNetwork('192.0.2.1')).not.toBe(toClientNetwork('192.0.2.2'))
})
