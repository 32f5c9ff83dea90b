/** Sessions: one per member, opened by a login, extended by use, ended by the next login. */
import { removePushDevices } from '../../../kernel/messaging/push-devices.ts';
import type { Code } from '@tern/protocol';
import Bowser from 'bowser';
import { SESSION_ENDED } from '../../../kernel/events/live-feed.ts';
import { seeDevice } from '../../../kernel/members/devices.ts';
import type { Settings } from '../../../kernel/settings/settings.ts';
import type { Bus } from '../../../platform/bus.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database, Tx } from '../../../platform/database/database.ts';
import type { Caller } from '../../../platform/http/route.ts';
import type { Log } from '../../../platform/log.ts';
import type { Random } from '../../../platform/random.ts';
import { DAY_MS } from '../../../platform/durations.ts';
import { hashSecret } from '../../../platform/secret-box.ts';
import { plainAddress } from '../../../platform/http/caller-address.ts';
import { maskAddress } from './rules.ts';
import { createExtender, createSessionLookup } from './session-batches.ts';
import { authSettings } from './settings.ts';
import {
  deleteSession,
  deleteSessionsOfMember,
  endedSession,
  insertEndedSession,
  insertSession,
  openSessions,
} from './store.ts';

interface SessionDeps {
  database: Database;
  clock: Clock;
  random: Random;
  bus: Bus;
  settings: Settings;
  log: Log;
}

/** A session ended by a transaction; announced after the commit. */
export interface EndedSession extends Caller {
  code: Code;
}

export interface OpenedSession {
  token: string;
  /** Epoch ms, unless it is extended by use. */
  expiresAt: number;
  ended: EndedSession[];
}

/** Where a login came from. */
export interface LoginPlace {
  /** Network address. */
  address: string;
  /** "Chrome, Windows"; empty when unknown. */
  device: string;
}

/** Why a session ended before it expired. */
export type EndCause = 'login' | 'password' | 'freeze' | 'ban' | 'closing';

export interface SessionEnd extends LoginPlace {
  cause: EndCause;
  /** Epoch ms. */
  endedAt: number;
}

export interface Sessions {
  /** The token's caller, or 4015 (none or malformed), 4016 (replaced, ended, unknown), 4017 (expired). */
  authenticate(token: string): Promise<Caller | Code>;
  /** Opens a session and ends the previous one. Call with the member locked. */
  open(tx: Tx, memberId: number, login: LoginPlace): Promise<OpenedSession>;
  /** Ends this session, but not one that has replaced it. */
  end(tx: Tx, caller: Caller): Promise<EndedSession[]>;
  endAll(tx: Tx, memberId: number, cause: Exclude<EndCause, 'login'>): Promise<EndedSession[]>;
  /** Those of these sessions that have neither ended nor expired; does not count as use. */
  openAmong(ids: readonly number[]): Promise<ReadonlySet<number>>;
  /** How the session of a token ended, for its device; undefined if it did not end early. */
  endOf(token: string): Promise<SessionEnd | undefined>;
  /** Notifies devices and other parts of the server. Call after the commit. */
  announce(ended: readonly EndedSession[]): void;
  /** Unsubscribes from announcements. */
  close(): void;
}

const TOKEN_BYTES = 32;
const TOKEN = /^[\w-]{43}$/;
/** How long a lookup is cached, in case the end of a session was not announced. */
const CACHED_MS = 1_000;
/** From this age on, a request refreshes the cached session in the background, so active members never wait. */
const REFRESH_AFTER_MS = 750;
/** A session's use is recorded at most this often. */
const EXTEND_EVERY_MS = 60_000;
const CACHED_MAX = 50_000;
const UNREAD = 'a session could not be looked up again';

const hashOf = (token: string) => hashSecret('session', token);

export function createSessions(deps: SessionDeps): Sessions {
  const { database, clock, random, bus, settings } = deps;
  const cache = createSessionCache(clock);
  const lookUp = createSessionLookup(database);
  const forget = (message: unknown) => cache.forget((message as Caller).sessionId);
  const close = bus.subscribe(SESSION_ENDED, forget);
  const lifetimeMs = () => settings.read(authSettings.sessionDays) * DAY_MS;

  const extend = createExtender({ ...deps, lifetimeMs });

  /** Removes expired and unknown sessions from the cache. */
  async function read(hash: string): Promise<Caller | Code> {
    const keep = cache.opening();
    const session = await lookUp(hash);
    const now = clock.now();
    if (session === undefined || session.expiresAt <= now) {
      cache.drop(hash);
      return session === undefined ? 4016 : 4017;
    }
    if (session.lastUsedAt + EXTEND_EVERY_MS <= now) await extend(session.id);
    const caller = { memberId: session.memberId, sessionId: session.id };
    keep(hash, caller);
    return caller;
  }

  async function endWith(tx: Tx, memberId: number, end: LoginPlace & { cause: EndCause }) {
    const { cause, address, device } = end;
    const ended = await tx.many(deleteSessionsOfMember, [memberId]);
    for (const { tokenHash, lastUsedAt } of ended) {
      await seeDevice(tx, memberId, lastUsedAt);
      await tx.run(insertEndedSession, [tokenHash, cause, address, device, clock.now()]);
    }
    return ended.map(({ id }) => ({ memberId, sessionId: id, code: 4016 as const }));
  }

  return {
    async authenticate(token) {
      if (!TOKEN.test(token)) return 4015;
      const hash = hashOf(token);
      const known = cache.find(hash);
      if (known === undefined) return read(hash);
      if (known.isDue) read(hash).catch((error: unknown) => deps.log.warn({ err: error }, UNREAD));
      return known.caller;
    },
    async open(tx, memberId, login) {
      const now = clock.now();
      const end = {
        cause: 'login',
        device: login.device,
        address: maskAddress(login.address),
      } as const;
      const ended = await endWith(tx, memberId, end);
      const token = random.token(TOKEN_BYTES);
      const expiresAt = now + lifetimeMs();
      await tx.one(insertSession, [memberId, hashOf(token), now, expiresAt]);
      return { token, expiresAt, ended };
    },
    async end(tx, caller) {
      await tx.run(deleteSession, [caller.sessionId]);
      await seeDevice(tx, caller.memberId, clock.now());
      return [{ ...caller, code: 4016 }];
    },
    async endAll(tx, memberId, cause) {
      // The device that was logged in also loses its pushes.
      await removePushDevices(tx, { memberId });
      return endWith(tx, memberId, { cause, address: '', device: '' });
    },
    async openAmong(ids) {
      const open = await database.many(openSessions, [[...ids], clock.now()]);
      return new Set(open.map(({ id }) => id));
    },
    async endOf(token) {
      if (!TOKEN.test(token)) return undefined;
      const end = await database.maybe(endedSession, [hashOf(token)]);
      return end && { ...end, cause: end.cause as EndCause };
    },
    announce(ended) {
      for (const session of ended) bus.publish(SESSION_ENDED, session);
    },
    close,
  };
}

/** Cached lookups by token hash. A result is discarded when a session ends during its lookup. */
function createSessionCache(clock: Clock) {
  const byHash = new Map<string, { caller: Caller; readAt: number; isRefreshing: boolean }>();
  const hashes = new Map<number, string>();
  let endings = 0;
  return {
    /** `isDue` is true once: that caller refreshes the session. */
    find(hash: string): { caller: Caller; isDue: boolean } | undefined {
      const known = byHash.get(hash);
      if (known === undefined) return undefined;
      const age = clock.now() - known.readAt;
      if (age < 0 || age >= CACHED_MS) return undefined;
      const isDue = age >= REFRESH_AFTER_MS && !known.isRefreshing;
      known.isRefreshing ||= isDue;
      return { caller: known.caller, isDue };
    },
    opening() {
      const before = endings;
      const readAt = clock.now();
      return (hash: string, caller: Caller) => {
        if (endings !== before) return;
        if (byHash.size >= CACHED_MAX) {
          byHash.clear();
          hashes.clear();
        }
        byHash.set(hash, { caller, readAt, isRefreshing: false });
        hashes.set(caller.sessionId, hash);
      };
    },
    drop(hash: string) {
      byHash.delete(hash);
    },
    forget(sessionId: number) {
      endings += 1;
      const hash = hashes.get(sessionId);
      if (hash !== undefined) byHash.delete(hash);
      hashes.delete(sessionId);
    },
  };
}

/** No browser sends a longer one, and parsing takes time. */
const USER_AGENT_MAX = 400;
const ADDRESS_MAX = 45;

/** The origin of a login in terms its owner recognises: "Chrome, Windows" and a network address. */
export function loginPlace(from: { address: string; userAgent: string }): LoginPlace {
  return {
    address: plainAddress(from.address).slice(0, ADDRESS_MAX),
    device: deviceOf(from.userAgent),
  };
}

/** Empty for anything but a browser. */
function deviceOf(userAgent: string): string {
  if (userAgent === '' || userAgent.length > USER_AGENT_MAX) return '';
  const { browser, os } = Bowser.parse(userAgent);
  if (browser.name === undefined || os.name === undefined) return '';
  return `${browser.name}, ${os.name}`;
}
