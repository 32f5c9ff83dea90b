/** Sessions: one per member, opened by a login, prolonged by use, ended by the next login. */
import type { Code } from '@tern/protocol';
import { SESSION_ENDED } from '../../kernel/events/live-feed.ts';
import type { Settings } from '../../kernel/settings/settings.ts';
import type { Bus } from '../../platform/bus.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Tx } from '../../platform/database/database.ts';
import type { Caller } from '../../platform/http/route.ts';
import type { Log } from '../../platform/log.ts';
import type { Random } from '../../platform/random.ts';
import { DAY_MS } from '../../platform/durations.ts';
import { hashSecret } from './hash-secret.ts';
import { createProlonging } from './prolonging.ts';
import { maskAddress } from './rules.ts';
import { createSessionLookup } from './session-lookup.ts';
import { authSettings } from './settings.ts';
import {
  deleteSession,
  deleteSessionsOfMember,
  endedSession,
  insertEndedSession,
  insertSession,
} from './store.ts';

interface SessionDeps {
  database: Database;
  clock: Clock;
  random: Random;
  bus: Bus;
  settings: Settings;
  log: Log;
}

/** A session that a transaction has ended; told to its devices once that is committed. */
export interface EndedSession extends Caller {
  code: Code;
}

export interface OpenedSession {
  token: string;
  /** Epoch ms, if it is not used before. */
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

/** Why a session ended before its time. */
export type EndCause = 'login' | 'password' | 'freeze' | 'ban';

export interface SessionEnd extends LoginPlace {
  cause: EndCause;
  /** Epoch ms. */
  endedAt: number;
}

export interface Sessions {
  /** Who holds the token, or 4015 (none or not a token), 4016 (replaced, ended, unknown), 4017 (too old). */
  authenticate(token: string): Promise<Caller | Code>;
  /** Opens a session in place of the one before. Call with the member locked. */
  open(tx: Tx, memberId: number, login: LoginPlace): Promise<OpenedSession>;
  /** Ends this session and no other that may have followed it. */
  end(tx: Tx, caller: Caller): Promise<EndedSession[]>;
  endAll(tx: Tx, memberId: number, cause: Exclude<EndCause, 'login'>): Promise<EndedSession[]>;
  /** How the session of a token ended, for the device that had it; nothing when it did not, or ended by itself. */
  endOf(token: string): Promise<SessionEnd | undefined>;
  /** Call after the commit: other parts of the server and the devices learn of it. */
  announce(ended: readonly EndedSession[]): void;
  /** Stops listening to ends announced elsewhere. */
  close(): void;
}

const TOKEN_BYTES = 32;
const TOKEN = /^[\w-]{43}$/;
/** How long a lookup is believed where the end of a session was not announced. */
const BELIEVED_MS = 1_000;
/** From here on the next request has it looked up again and does not wait for that: who is busy never waits. */
const FRESH_MS = 750;
/** Use is written down at most this often. */
const PROLONG_EVERY_MS = 60_000;
const REMEMBERED_MAX = 50_000;
const UNREAD = 'a session could not be looked up again';

const hashOf = (token: string) => hashSecret('session', token);

export function createSessions(deps: SessionDeps): Sessions {
  const { database, clock, random, bus, settings } = deps;
  const remembered = createMemory(clock);
  const lookUp = createSessionLookup(database);
  const forget = (message: unknown) => remembered.forget((message as Caller).sessionId);
  const close = bus.subscribe(SESSION_ENDED, forget);
  const lifetimeMs = () => settings.read(authSettings.sessionDays) * DAY_MS;

  const prolong = createProlonging({ ...deps, lifetimeMs });

  /** A session that holds no longer is forgotten. */
  async function read(hash: string): Promise<Caller | Code> {
    const keep = remembered.opening();
    const session = await lookUp(hash);
    const now = clock.now();
    if (session === undefined || session.expiresAt <= now) {
      remembered.drop(hash);
      return session === undefined ? 4016 : 4017;
    }
    if (session.lastUsedAt + PROLONG_EVERY_MS <= now) await prolong(session.id);
    const caller = { memberId: session.memberId, sessionId: session.id };
    keep(hash, caller);
    return caller;
  }

  async function endWith(tx: Tx, memberId: number, end: LoginPlace & { cause: EndCause }) {
    const { cause, address, device } = end;
    const ended = await tx.many(deleteSessionsOfMember, [memberId]);
    for (const { tokenHash } of ended) {
      await tx.run(insertEndedSession, [tokenHash, cause, address, device, clock.now()]);
    }
    return ended.map(({ id }) => ({ memberId, sessionId: id, code: 4016 as const }));
  }

  return {
    async authenticate(token) {
      if (!TOKEN.test(token)) return 4015;
      const hash = hashOf(token);
      const known = remembered.find(hash);
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
      return [{ ...caller, code: 4016 }];
    },
    endAll: (tx, memberId, cause) => endWith(tx, memberId, { cause, address: '', device: '' }),
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

/** Recent lookups by token hash. An end that arrives while a lookup runs keeps its result out. */
function createMemory(clock: Clock) {
  const byHash = new Map<string, { caller: Caller; readAt: number; isAsked: boolean }>();
  const hashes = new Map<number, string>();
  let endings = 0;
  return {
    /** `isDue` is said once: whoever hears it looks the session up again. */
    find(hash: string): { caller: Caller; isDue: boolean } | undefined {
      const known = byHash.get(hash);
      if (known === undefined) return undefined;
      const age = clock.now() - known.readAt;
      if (age < 0 || age >= BELIEVED_MS) return undefined;
      const isDue = age >= FRESH_MS && !known.isAsked;
      known.isAsked ||= isDue;
      return { caller: known.caller, isDue };
    },
    opening() {
      const before = endings;
      const readAt = clock.now();
      return (hash: string, caller: Caller) => {
        if (endings !== before) return;
        if (byHash.size >= REMEMBERED_MAX) {
          byHash.clear();
          hashes.clear();
        }
        byHash.set(hash, { caller, readAt, isAsked: false });
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
