import { describe, expect, it } from 'vitest';
import { parseTurns } from '#lib/memory/retain/reading/transcript';

const messageAt = (clock: string): (string | null | undefined)[] => {
  const [turn] = parseTurns(`2.3.2025, ${clock} - Arta: It is a house by the sea.`);
  return [turn?.speaker, turn?.time?.toISOString().slice(11, 16)];
};

describe('words for the part of the day', () => {
  it.each([
    ['6:05 e pasdites', '18:05'],
    ['11:05 e paradites', '11:05'],
    ['6:05 સાંજે', '18:05'],
    ['11:05 સવારે', '11:05'],
    ['6:05 شام', '18:05'],
    ['6:05 jioni', '18:05'],
    ['11:05 asubuhi', '11:05'],
    ['6:05 түстен кейін', '18:05'],
    ['11:05 түске дейін', '11:05'],
    ['6:05 PL', '18:05'],
    ['11:05 EL', '11:05'],
    ['6:05 pēcpusdienā', '18:05'],
    ['11:05 priekšpusdienā', '11:05'],
    ['6:05 n.h.', '18:05'],
    ['11:05 n.u.', '11:05'],
    ['6:05 ከሰዓት በኋላ', '18:05'],
    ['6:05 ከሰዓት', '18:05'],
    ['11:05 ጥዋት', '11:05'],
    ['সন্ধ্যা 6:05', '18:05'],
    ['সকাল 11:05', '11:05'],
    ['6:05 usiku', '18:05'],
    ['12:05 usiku', '00:05'],
  ])('%s is %s', (written, clock) => {
    expect(messageAt(written)).toEqual(['Arta', clock]);
  });

  it.each(['6:05 në darkë', '6:05 ibn aka', '6:05 ምሽት'])('%s is no part of the name', (written) => {
    expect(messageAt(written)).toEqual(['Arta', '06:05']);
  });

  it('leave names with a dash whole', () => {
    const [turn] = parseTurns('2025-03-02 06:05 Ann - Sales: We moved.');
    expect(turn?.speaker).toBe('Ann - Sales');
  });
});
