import { isIPv6 } from 'node:net';
import { defined } from '#lib/base/defined';

const groupsOf = (text: string): string[] => (text === '' ? [] : text.split(':'));

/**
 * Returns what counts as one caller: an IPv4 address, or the first 64 bits of an IPv6 address,
 * because one subscriber has 2^64 of them. Takes an address as `plainAddress` returns it.
 */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address;
  const [head = '', tail] = defined(address.split('%', 1)[0]).split('::');
  const before = groupsOf(head);
  const after = groupsOf(tail ?? '');
  const zeros = tail === undefined ? [] : Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => '0');
  const prefix = [...before, ...zeros, ...after].slice(0, 4).map((group) => group.replace(/^0+(?=.)/, ''));
  return `${prefix.join(':')}::/64`;
}
