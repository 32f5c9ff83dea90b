/** Operators' sessions: a few per operator, each for at most twelve hours, or thirty minutes without use (ADR 23). */
import type { Code } from '@tern/protocol';
import { isSealed, sealWith } from '../../../../kernel/operators/act-seal.ts';
import { publishSessionsEnded } from '../../../../kernel/operators/operator-live.ts';
import { operatorById } from '../../../../kernel/operators/operators.ts';
import { type Settings, wholeNumber } from '../../../../kernel/settings/settings.ts';
import type { Bus } from '../../../../platform/bus.ts';
import type { Clock } from '../../../../platform/clock.ts';
import type { Database, Tx } from '../../../../platform/database/database.ts';
import type { OperatorCaller } from '../../../../platform/http/route.ts';
import type { Random } from '../../../../platform/random.ts';
import { hashSecret, type SecretBox } from '../../../../platform/secret-box.ts';
import {
  deleteOtherSessions,
  deleteSession,
  insertSession,
  pruneSessions,
  sessionByToken,
  sessionsOf,
  touchSession,
} from '../store-sessions.ts';

const sessionHours = wholeNumber({
  key: 'operators.sessionHours',
  name: 'Length of an operator session',
  effect: 'An operator signs in again after this time.',
  unit: 'h',
  fallback: 12,
  min: 1,
});
const idleMinutes = wholeNumber({
  key: 'operators.idleMinutes',
  name: 'Idle operator session',
  effect: 'An operator signs in again after this long without a call.',
  unit: 'min',
  fallback: 30,
  min: 1,
});

/** The one that was not used for the longest time ends when one more begins. */
const SESSIONS_MAX = 5;
const TOKEN_BYTES = 32;
const TOKEN = /^[\w-]{43}$/;
/** Use is recorded at most this often. */
const TOUCH_EVERY_MS = 30_000;

const hashOf = (token: string) => hashSecret('operator session', token);

export interface OpenedSession {
  token: string;
  /** Epoch ms. */
  expiresAt: number;
  idleMinutes: number;
}

/** How an operator proved that it is them, beside the password or the provider. */
export type SignInMethod = 'code' | 'recovery' | 'passkey';

/** Who signs in, how and where. */
export interface SignIn {
  operatorId: number;
  /** Network address. */
  address: string;
  /** Browser and system; empty when unknown. */
  device: string;
  method: SignInMethod;
  /** In place of the password. */
  isThroughProvider: boolean;
}

export interface OpenSession {
  id: number;
  device: string;
  address: string;
  method: SignInMethod;
  isThroughProvider: boolean;
  /** Epoch ms, as all times. */
  createdAt: number;
  lastUsedAt: number;
  expiresAt: number;
}

export interface OperatorSessions {
  /** The token's operator, or 4015 (no token), 4016 (unknown, replaced or ended), 4017 (expired or idle). */
  authenticate(token: string): Promise<OperatorCaller | Code>;
  /** The same without counting as use. */
  peek(token: string): Promise<OperatorCaller | Code>;
  /** Opens one more session; of too many, the one that was not used for the longest time ends. Call with the operator locked. */
  open(tx: Tx, signIn: SignIn): Promise<OpenedSession>;
  /** Those that have neither ended nor expired, by last use, newest first. */
  list(operatorId: number): Promise<OpenSession[]>;
  /** Where it was; undefined for a session that has ended, or another operator's. */
  end(
    tx: Tx,
    operatorId: number,
    id: number,
  ): Promise<Pick<OpenSession, 'device' | 'address'> | undefined>;
  /** Returns how many have ended. */
  endOthers(tx: Tx, operatorId: number, keptId: number): Promise<number>;
  /** Disconnects the consoles of ended sessions at every instance. Call after the commit; calls are refused without it too. */
  announce(): void;
  /** A session ends after this time without a call. */
  idleMinutes(): number;
}

interface SessionDeps {
  database: Database;
  bus: Bus;
  clock: Clock;
  random: Random;
  settings: Settings;
  secretBox: SecretBox;
}

/** What the seal of a session says. A row of the database alone, or another operator's, opens nothing. */
const sessionText = (operatorId: number, tokenHash: string, expiresAt: number) =>
  `operator session\n${operatorId}\n${tokenHash}\n${expiresAt}`;

export function createOperatorSessions(deps: SessionDeps): OperatorSessions {
  const { database, bus, clock, random, settings, secretBox } = deps;
  const seal = sealWith(secretBox);
  const idleMs = () => settings.read(idleMinutes) * 60_000;

  async function callerOf(token: string, isUse: boolean): Promise<OperatorCaller | Code> {
    if (!TOKEN.test(token)) return 4015;
    const tokenHash = hashOf(token);
    const session = await database.maybe(sessionByToken, [tokenHash]);
    if (session === undefined) return 4016;
    const text = sessionText(session.operatorId, tokenHash, session.expiresAt);
    if (!isSealed(secretBox, text, session.seal)) return 4016;
    const now = clock.now();
    if (session.expiresAt <= now || session.lastUsedAt + idleMs() <= now) return 4017;
    const operator = await operatorById(database, session.operatorId);
    if (operator === undefined || !operator.isActive) return 4016;
    if (isUse && session.lastUsedAt + TOUCH_EVERY_MS <= now) {
      await database.transaction((tx) => tx.run(touchSession, [session.id, now]));
    }
    return {
      operatorId: operator.id,
      sessionId: session.id,
      login: operator.login,
      roles: operator.roles,
      permissions: operator.permissions,
      expiresAt: session.expiresAt,
      seal,
    };
  }

  return {
    authenticate: (token) => callerOf(token, true),
    peek: (token) => callerOf(token, false),
    async open(tx, { operatorId, address, device, method, isThroughProvider }) {
      const now = clock.now();
      await tx.run(pruneSessions, [operatorId, now, now - idleMs(), SESSIONS_MAX - 1]);
      const token = random.token(TOKEN_BYTES);
      const expiresAt = now + settings.read(sessionHours) * 3_600_000;
      const tokenHash = hashOf(token);
      const sealed = seal(sessionText(operatorId, tokenHash, expiresAt));
      await tx.run(insertSession, [
        operatorId,
        tokenHash,
        address,
        device,
        method,
        now,
        expiresAt,
        sealed,
        isThroughProvider,
      ]);
      return { token, expiresAt, idleMinutes: settings.read(idleMinutes) };
    },
    async list(operatorId) {
      const now = clock.now();
      const rows = await database.many(sessionsOf, [operatorId]);
      return rows
        .filter(({ expiresAt, lastUsedAt }) => expiresAt > now && lastUsedAt + idleMs() > now)
        .map((row) => ({ ...row, method: row.method as SignInMethod }));
    },
    end: (tx, operatorId, id) => tx.maybe(deleteSession, [operatorId, id]),
    endOthers: (tx, operatorId, keptId) => tx.run(deleteOtherSessions, [operatorId, keptId]),
    announce: () => publishSessionsEnded(bus),
    idleMinutes: () => settings.read(idleMinutes),
  };
}
