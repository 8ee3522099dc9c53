import { BlockList, isIPv4, isIPv6 } from 'node:net';

/** Blocks of IPv4 that are not public, and multicast: the IANA registry of special purposes. */
const NOT_PUBLIC_V4 = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const;

/** Blocks of `2000::/3` that are not public, or lead to addresses of IPv4. */
const NOT_PUBLIC_V6 = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['2620:4f:8000::', 48],
  ['3fff::', 20],
] as const;

const notPublic = new BlockList();
for (const [block, bits] of NOT_PUBLIC_V4) notPublic.addSubnet(block, bits, 'ipv4');
for (const [block, bits] of NOT_PUBLIC_V6) notPublic.addSubnet(block, bits, 'ipv6');

/** The part of IPv6 from which public addresses are assigned. */
const global = new BlockList();
global.addSubnet('2000::', 3, 'ipv6');

/**
 * Whether an IP address is a public one: not of this machine, of a local or private network, for
 * documentation, multicast or reserved. False for text that is no address.
 */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !notPublic.check(address, 'ipv4');
  return isIPv6(address) && global.check(address, 'ipv6') && !notPublic.check(address, 'ipv6');
}
