/** The console at a host name of its own and to listed addresses; everything else is served as before. */
import type { IncomingMessage } from 'node:http';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { type ConsolePlace, consoleGate, limitConsole } from './console-place.ts';

const OWN = 'console.example.com';
const ANYWHERE: ConsolePlace = { host: undefined, from: [] };
const OFFICE: ConsolePlace = { host: OWN, from: ['10.2.0.0/16'] };

interface Asked {
  url: string;
  host?: string;
  from?: string;
  forwarded?: string;
}

async function statusOf(
  place: ConsolePlace,
  { url, host = OWN, from = '10.2.0.14', forwarded }: Asked,
) {
  const app = Fastify({ routerOptions: { ignoreTrailingSlash: true } });
  limitConsole(app, consoleGate(place, ['10.9.9.9']), () => ({}));
  for (const route of ['/console', '/console/*', '/api/operator/login', '/api/base/site', '/*'])
    app.get(route, () => 'served');
  const headers = { host, ...(forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }) };
  const { statusCode } = await app.inject({ url, headers, remoteAddress: from });
  await app.close();
  return statusCode;
}

const CONSOLE = [
  '/console',
  '/console/',
  '/console/assets/a.js',
  '/%63onsole/',
  '/api/operator/login',
];

test.each(CONSOLE)(
  '%s is served at its host name, with any port, to a listed address',
  async (url) => {
    expect(await statusOf(OFFICE, { url })).toBe(200);
    expect(await statusOf(OFFICE, { url, host: 'Console.example.com:8443' })).toBe(200);
  },
);

test.each(CONSOLE)('%s does not exist at another host name or for another address', async (url) => {
  expect(await statusOf(OFFICE, { url, host: 'example.com' })).toBe(404);
  expect(await statusOf(OFFICE, { url, host: `${OWN}.evil.example` })).toBe(404);
  expect(await statusOf(OFFICE, { url, from: '10.3.0.1' })).toBe(404);
});

test('the address behind a trusted proxy counts, and nobody else names one', async () => {
  const url = '/console';
  expect(await statusOf(OFFICE, { url, from: '10.9.9.9', forwarded: '10.2.0.14' })).toBe(200);
  expect(await statusOf(OFFICE, { url, from: '10.9.9.9', forwarded: '10.3.0.1' })).toBe(404);
  expect(await statusOf(OFFICE, { url, from: '10.3.0.1', forwarded: '10.2.0.14' })).toBe(404);
});

test('members are served everywhere, and without a setting so are operators', async () => {
  const elsewhere = { host: 'example.com', from: '198.51.100.7' };
  for (const url of ['/api/base/site', '/', '/consoles'])
    expect(await statusOf(OFFICE, { url, ...elsewhere })).toBe(200);
  for (const url of CONSOLE) expect(await statusOf(ANYWHERE, { url, ...elsewhere })).toBe(200);
});

test('the socket of operators is reached as their calls are', () => {
  const mayReach = consoleGate(OFFICE, []);
  const asked = (host: string) =>
    ({ headers: { host }, socket: { remoteAddress: '10.2.0.14' } }) as unknown as IncomingMessage;
  expect(mayReach('/api/operator/live', asked(OWN))).toBe(true);
  expect(mayReach('/api/operator/live', asked('example.com'))).toBe(false);
  expect(mayReach('/api/live', asked('example.com'))).toBe(true);
});
