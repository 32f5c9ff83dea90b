import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { callerAddress, plainAddress } from './caller-address.ts';

const request = (remoteAddress: string | undefined, forwarded?: string) =>
  ({
    socket: { remoteAddress },
    headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
  }) as unknown as IncomingMessage;

describe('the address of a caller', () => {
  it('is written as IPv4 when a dual-stack socket maps it into IPv6', () => {
    const addressOf = callerAddress([]);
    expect(addressOf(request('::ffff:203.0.113.7'))).toBe('203.0.113.7');
    expect(addressOf(request('::FFFF:203.0.113.7'))).toBe('203.0.113.7');
    expect(addressOf(request('203.0.113.7'))).toBe('203.0.113.7');
  });

  it('is written as IPv4 when a trusted proxy forwards it mapped', () => {
    const addressOf = callerAddress(['loopback']);
    expect(addressOf(request('::ffff:127.0.0.1', '::ffff:198.51.100.4'))).toBe('198.51.100.4');
  });

  it('is unchanged when it is a real IPv6 address, or unknown', () => {
    const addressOf = callerAddress([]);
    expect(addressOf(request('2001:db8::7'))).toBe('2001:db8::7');
    expect(addressOf(request('::1'))).toBe('::1');
    expect(addressOf(request(undefined))).toBe('');
    expect(plainAddress('::ffff:0:203.0.113.7')).toBe('::ffff:0:203.0.113.7');
  });
});
