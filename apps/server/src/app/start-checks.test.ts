/** What a failed start says. */
import { existsSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { expect, it } from 'vitest';
import { Refusal } from '../kernel/requests/refusal.ts';
import { NoPrimary, UnknownOutcome } from '../platform/database/database-errors.ts';
import { ConfigFaults } from '../config/config.ts';
import { exitCodeOf, FAULTY_SETTING, sayWhyNotStarted, urlHere } from './start-checks.ts';

const tried = { dataDir: '/var/lib/tern', what: 'accounts and keys' };
const NEXT = 'the next start goes on from there';

const connectionError = (path: string) =>
  new Promise<Error>((resolve) => {
    connect(path).once('error', resolve);
  });

it.each([
  new Error('Connection terminated unexpectedly'),
  new NoPrimary(['127.0.0.1:5432: it is a standby']),
  new UnknownOutcome(new Error('gone')),
])('a start that loses its database says what it did, and what happens next: %s', (error) => {
  const said = sayWhyNotStarted(error, tried);
  expect(said).toContain(
    `The database failed while Tern started (accounts and keys): ${error.message}`,
  );
  expect(said).toContain(NEXT);
  expect(said).toContain('systemd');
});

it.each([
  [undefined, 'http://localhost:8080'],
  ['::', 'http://localhost:8080'],
  ['0.0.0.0', 'http://localhost:8080'],
  ['::1', 'http://[::1]:8080'],
  ['127.0.0.1', 'http://127.0.0.1:8080'],
  ['192.0.2.7', 'http://192.0.2.7:8080'],
])('says where it is reached when it listens on %s: %s', (host, url) => {
  expect(urlHere(host, 8080)).toBe(url);
});

it('a missing socket of the database is a failure of it, another missing file is not', async () => {
  const missing = '/tmp/tern-nothing-is-here';
  expect(existsSync(missing)).toBe(false);
  expect(sayWhyNotStarted(await connectionError(missing), tried)).toContain(NEXT);
  const read = () => readFileSync(missing);
  expect(read).toThrow('ENOENT');
  try {
    read();
  } catch (error) {
    expect(sayWhyNotStarted(error, tried)).toBe((error as Error).message);
  }
});

it('a refusal of the sample past names what could not be prepared, and which settings to check', () => {
  const demo = { ...tried, what: 'the past of the demo member' };
  const said = sayWhyNotStarted(new Refusal('no-price'), demo);
  expect(said).toContain('could not prepare the past of the demo member (refused: no-price)');
  expect(said).toContain('HTX_URL');
});

it('any other error is its own message', () => {
  expect(sayWhyNotStarted(new Error('PORT must be a number'), tried)).toBe('PORT must be a number');
});

it('ends with another code after a faulty setting, so that systemd does not start it again', () => {
  expect(exitCodeOf(new ConfigFaults(['PORT must be a number']))).toBe(FAULTY_SETTING);
  expect(exitCodeOf(new Error('Connection terminated unexpectedly'))).toBe(1);
});
