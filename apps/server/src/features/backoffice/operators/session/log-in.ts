/** An operator's login with password and one-time code, limited attempts, and enrolment at the first login. */
import { sealWith } from '../../../../kernel/operators/act-seal.ts';
import { logAct, operatorSubject } from '../../../../kernel/operators/audit-log.ts';
import {
  enrolTotp,
  type Operator,
  operatorById,
  operatorByLogin,
} from '../../../../kernel/operators/operators.ts';
import type { SignInProvider } from '../../../../kernel/operators/sign-in-provider.ts';
import { recordOperatorDevice } from '../../../../kernel/operators/staff-accounts.ts';
import type { Passwords } from '../../../../kernel/members/passwords.ts';
import { Refusal } from '../../../../kernel/requests/refusal.ts';
import {
  newSecret,
  secretUri,
  stepOfCode,
} from '../../../../kernel/second-factor/one-time-code.ts';
import type { Clock } from '../../../../platform/clock.ts';
import type { Database, Tx } from '../../../../platform/database/database.ts';
import { addressSubject, limitKey, limitKeyOfText } from '../../../../platform/limit-key.ts';
import { hashSecret } from '../../../../platform/secret-box.ts';
import {
  type Attempt,
  type Attempts,
  CODE_ALPHABET,
  paperAccounts,
} from '../../../account/auth/index.ts';
import {
  deleteEnrolment,
  insertRecoveryCodes,
  putEnrolment,
  tryEnrolment,
} from '../store-sessions.ts';
import { useLink } from '../store-links.ts';
import { assertUnlocked } from '../accounts/lock-account.ts';
import {
  isSignedBy,
  offerPasskeys,
  type PasskeyLoginDeps,
  type PasskeyOffer,
  type SignedOffer,
  takeOffer,
} from './passkey-challenges.ts';
import { openSealed, recoveryHash, sealSecret, spendCode } from './own-codes.ts';
import type { OpenedSession, OperatorSessions, SignInMethod } from './sessions.ts';

export interface LogInDeps extends PasskeyLoginDeps {
  passwords: Passwords;
  attempts: Attempts;
  sessions: OperatorSessions;
  /** Absent: operators sign in with their password only. */
  signInProvider?: SignInProvider | undefined;
}

export interface SignedIn {
  operator: Operator;
  session: OpenedSession;
}

export interface Enrolment {
  ticket: string;
  /** Base32. */
  secret: string;
  uri: string;
}

/** Where an operator signs in from. */
export interface Place {
  /** Network address. */
  address: string;
  /** Browser and system; empty when unknown. */
  device: string;
  /** The key that the browser keeps; absent of other clients. */
  deviceKey: string | undefined;
}

/** Whoever tries paper mode signs in as these, on the device of their own account. */
const isOfEveryone = ({ login }: Operator) =>
  paperAccounts.operators.some((each) => each.login === login);

const ENROLMENT_MS = 10 * 60_000;
const ENROLMENT_TRIES = 5;
const TICKET_BYTES = 24;
const RECOVERY_CODES = 10;
const RECOVERY_LENGTH = 16;

const ticketHash = (ticket: string) => hashSecret('operator ticket', ticket);

/**
 * Signs in; returns the enrolment of an authenticator when none is set up, and without a code what passkeys sign, if there are any.
 * @throws wrong-login (login or password), wrong-one-time-code (code missing, wrong or used), account-frozen while it is locked,
 * too-many-requests with the seconds to wait
 */
export async function logIn(
  deps: LogInDeps,
  given: { login: string; password: string; code: string } & Place,
): Promise<SignedIn | Enrolment | PasskeyOffer> {
  const { database, attempts } = deps;
  const operator = await operatorByLogin(database, given.login);
  const subject =
    operator === undefined
      ? limitKeyOfText('operator', 'operator login', given.login)
      : limitKey('operator', operator.id);
  let attempt: Attempt | undefined;
  const isRight = await deps.passwords.isRight({
    stored: operator?.passwordHash,
    password: given.password,
    before: async () => {
      attempt = await attempts.take([subject, limitKey('console', addressSubject(given.address))]);
    },
  });
  const taken = attempt;
  const { address } = given;
  if (operator === undefined || !isRight || taken === undefined || !operator.isActive) {
    await logRefusedLogin(deps, { operatorId: operator?.id, address, why: 'password' });
    throw new Refusal('wrong-login');
  }
  if (operator.sealedTotp === null) return beginEnrolment(deps, operator, taken);
  const offer =
    given.code === ''
      ? await offerPasskeys(deps, operator.id, { isThroughProvider: false })
      : undefined;
  if (offer !== undefined) {
    await database.transaction((tx) => attempts.refund(tx, taken));
    return offer;
  }
  const signedIn = await database.transaction(async (tx) => {
    const method = await spendCode(deps, tx, { operator, code: given.code });
    if (method === undefined) return undefined;
    await attempts.refund(tx, taken);
    return openSession(deps, tx, { operator, method, place: given, isThroughProvider: false });
  });
  if (signedIn !== undefined) return signedIn;
  await logRefusedLogin(deps, { operatorId: operator.id, address, why: 'code' });
  throw new Refusal('wrong-one-time-code', { fields: ['code'] });
}

/**
 * `isThroughProvider`: in place of the password.
 * @throws account-frozen while the account is locked, confirmation-expired after the end of its link
 */
export async function openSession(
  deps: LogInDeps,
  tx: Tx,
  given: { operator: Operator; method: SignInMethod; place: Place; isThroughProvider: boolean },
): Promise<SignedIn> {
  const { operator, method, place, isThroughProvider } = given;
  const { address, device, deviceKey } = place;
  const { id: operatorId, login } = operator;
  await assertUnlocked(tx, operatorId, deps.clock.now());
  const issuer = isThroughProvider ? (deps.signInProvider?.issuer ?? '') : undefined;
  if (issuer !== undefined) {
    const used = await tx.run(useLink, [operatorId, issuer, deps.clock.now()]);
    if (used === 0) throw new Refusal('confirmation-expired', { text: 'provider.used' });
  }
  const signIn = { operatorId, address, device, method, isThroughProvider };
  const session = await deps.sessions.open(tx, signIn);
  const actor = { operatorId, login, address, seal: sealWith(deps.secretBox) };
  const entry = { actor, action: 'session.login' as const, subject: operatorSubject(operatorId) };
  const through = issuer === undefined ? {} : { issuer };
  await logAct(tx, { ...entry, detail: { device, method, ...through } }, deps.clock.now());
  if (deviceKey !== undefined && !isOfEveryone(operator)) {
    const keyHash = hashSecret('device', deviceKey);
    await recordOperatorDevice(tx, { operatorId, keyHash }, deps.clock.now());
  }
  return { operator, session };
}

/** The attempt is refunded, because the password was right. */
async function beginEnrolment(
  deps: LogInDeps,
  operator: Operator,
  attempt: Attempt,
): Promise<Enrolment> {
  const secret = newSecret();
  const ticket = deps.random.token(TICKET_BYTES);
  const sealed = sealSecret(deps.secretBox, operator.id, secret);
  const expiresAt = deps.clock.now() + ENROLMENT_MS;
  await deps.database.transaction(async (tx) => {
    await tx.run(putEnrolment, [
      operator.id,
      ticketHash(ticket),
      sealed,
      ENROLMENT_TRIES,
      expiresAt,
    ]);
    await deps.attempts.refund(tx, attempt);
  });
  return { ticket, secret, uri: secretUri(secret, operator.login) };
}

/**
 * Confirms the authenticator by its first code and signs in. The recovery codes are shown only once.
 * @throws wrong-login (ticket unknown or expired, or already enrolled), wrong-one-time-code
 */
export async function enrol(
  deps: LogInDeps,
  given: { ticket: string; code: string } & Place,
): Promise<SignedIn & { recoveryCodes: string[] }> {
  const { database, clock, random } = deps;
  const tried = await database.transaction((tx) =>
    tx.maybe(tryEnrolment, [ticketHash(given.ticket), clock.now()]),
  );
  if (tried === undefined) throw new Refusal('wrong-login');
  const { operatorId, sealedTotp: sealed } = tried;
  const secret = openSealed(deps.secretBox, operatorId, sealed);
  const step = stepOfCode(secret, given.code, clock.now());
  if (step === undefined) {
    await logRefusedLogin(deps, { operatorId, address: given.address, why: 'code' });
    throw new Refusal('wrong-one-time-code', { fields: ['code'] });
  }
  const recoveryCodes = Array.from({ length: RECOVERY_CODES }, () =>
    random.text(RECOVERY_LENGTH, CODE_ALPHABET),
  );
  return database.transaction(async (tx) => {
    if (!(await enrolTotp(tx, operatorId, { sealed, step }))) throw new Refusal('wrong-login');
    await tx.run(deleteEnrolment, [operatorId]);
    await tx.run(insertRecoveryCodes, [operatorId, recoveryCodes.map(recoveryHash)]);
    const operator = await operatorById(tx, operatorId);
    if (operator === undefined) throw new Error(`no operator ${operatorId} behind an enrolment`);
    const how = { method: 'code', place: given, isThroughProvider: false } as const;
    const signedIn = await openSession(deps, tx, { operator, ...how });
    return { ...signedIn, recoveryCodes };
  });
}

export interface RefusedLogin {
  /** Undefined for an unknown login. The login is not stored, because people type passwords there. */
  operatorId: number | undefined;
  /** Network address. */
  address: string;
  why: 'password' | 'code' | 'start-code' | 'passkey' | 'provider' | 'link';
}

/** Writes a refused login to the audit log: one line per attempt, of which there are at most ten in fifteen minutes per operator and address. */
export async function logRefusedLogin(
  { database, clock }: { database: Database; clock: Clock },
  { operatorId, address, why }: RefusedLogin,
): Promise<void> {
  const subject = operatorId === undefined ? 'operators' : operatorSubject(operatorId);
  const entry = {
    actor: undefined,
    action: 'session.refused' as const,
    subject,
    address,
    detail: { why },
  };
  await database.transaction((tx) => logAct(tx, entry, clock.now()));
}

/**
 * Signs in with a passkey after the password, or the provider, was right. The challenge is used up, right or wrong.
 * @throws confirmation-expired, wrong-second-factor, wrong-login for a closed account, account-frozen while it is locked
 */
export async function logInWithPasskey(
  deps: LogInDeps,
  { signed, place }: { signed: SignedOffer; place: Place },
): Promise<SignedIn> {
  const offered = await takeOffer(deps, signed.loginId);
  const signedIn = await deps.database.transaction(async (tx) => {
    if (!(await isSignedBy(deps, tx, { ...offered, assertion: signed.assertion })))
      return undefined;
    const operator = await operatorById(tx, offered.operatorId);
    if (operator === undefined || !operator.isActive) throw new Refusal('wrong-login');
    const { isThroughProvider } = offered;
    return openSession(deps, tx, { operator, method: 'passkey', place, isThroughProvider });
  });
  if (signedIn !== undefined) return signedIn;
  const { address } = place;
  await logRefusedLogin(deps, { operatorId: offered.operatorId, address, why: 'passkey' });
  throw new Refusal('wrong-second-factor', { fields: ['assertion'] });
}
