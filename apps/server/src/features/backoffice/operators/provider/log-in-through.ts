/** A login through the provider of identities: it stands in place of the password, and the console's second factor stays (ADR 109). */
import { isSealed, sealWith } from '../../../../kernel/operators/act-seal.ts';
import { type Operator, operatorById } from '../../../../kernel/operators/operators.ts';
import type { ProvenIdentity } from '../../../../kernel/operators/sign-in-provider.ts';
import { Refusal } from '../../../../kernel/requests/refusal.ts';
import { MINUTE_MS } from '../../../../platform/durations.ts';
import { addressSubject, limitKey } from '../../../../platform/limit-key.ts';
import { hashSecret, type SecretBox } from '../../../../platform/secret-box.ts';
import {
  type LogInDeps,
  logRefusedLogin,
  openSession,
  type Place,
  type SignedIn,
} from '../session/log-in.ts';
import { spendCode } from '../session/own-codes.ts';
import { offerPasskeys, type PasskeyOffer } from '../session/passkey-challenges.ts';
import {
  linkOfIdentity,
  providerLogin,
  putProviderLogin,
  takeProviderLogin,
} from '../store-links.ts';
import { endVisit, namesNobody, providerOf, type VisitDeps } from './visits.ts';

export type ProviderLogInDeps = LogInDeps & VisitDeps;

/** An operator whom the provider has named, and who still gives the second factor. */
export interface NamedOperator {
  login: string;
  ticket: string;
  /** Epoch ms. */
  expiresAt: number;
  passkey: PasskeyOffer | undefined;
}

const LOGIN_MS = 5 * MINUTE_MS;
const TICKET_BYTES = 24;

const ticketHashOf = (ticket: string) => hashSecret('operator provider login', ticket);

/** What the seal of a link says. A row of the database alone, or another operator's, signs nobody in. */
export const linkText = (operatorId: number, issuer: string, subject: string): string =>
  `operator link\n${JSON.stringify([operatorId, issuer, subject])}`;

/** Whether this deployment has made the link. */
export const isOwnLink = (
  box: SecretBox,
  link: { operatorId: number; issuer: string; subject: string; seal: Uint8Array },
): boolean => isSealed(box, linkText(link.operatorId, link.issuer, link.subject), link.seal);

/** What the seal of a named operator says. */
const namedText = (operatorId: number, ticketHash: string, expiresAt: number): string =>
  `operator provider login\n${JSON.stringify([operatorId, ticketHash, expiresAt])}`;

/**
 * Takes the provider's answer in place of the password.
 * @throws wrong-login for an answer that names nobody, and for an identity without a link to an open account; what `endVisit` fails
 *   with; too-many-requests with the seconds to wait
 */
export async function nameOperator(
  deps: ProviderLogInDeps,
  given: { ticket: string; answer: string; address: string },
): Promise<NamedOperator> {
  const { database, attempts } = deps;
  const { address } = given;
  providerOf(deps);
  const attempt = await attempts.take([limitKey('console', addressSubject(address))]);
  const answered = await endVisit(deps, given).catch(async (error: unknown) => {
    // The fault is the provider's.
    const isDown = error instanceof Refusal && error.is('busy');
    if (isDown) await database.transaction((tx) => attempts.refund(tx, attempt));
    throw error;
  });
  if (answered.kind !== 'proven') {
    await logRefusedLogin(deps, { operatorId: undefined, address, why: 'provider' });
    throw namesNobody(answered);
  }
  const operator = await linkedOperator(deps, answered.identity);
  if (operator === undefined) {
    await logRefusedLogin(deps, { operatorId: undefined, address, why: 'link' });
    throw new Refusal('wrong-login', { text: 'provider.unlinked' });
  }
  const ticket = deps.random.token(TICKET_BYTES);
  const expiresAt = deps.clock.now() + LOGIN_MS;
  const ticketHash = ticketHashOf(ticket);
  const seal = sealWith(deps.secretBox)(namedText(operator.id, ticketHash, expiresAt));
  await database.transaction(async (tx) => {
    await tx.run(putProviderLogin, [operator.id, ticketHash, expiresAt, seal]);
    await attempts.refund(tx, attempt);
  });
  const passkey = await offerPasskeys(deps, operator.id, { isThroughProvider: true });
  return { login: operator.login, ticket, expiresAt, passkey };
}

/** Undefined also for a closed account, and for one that has to set up its codes first, which takes the password. */
async function linkedOperator(
  deps: ProviderLogInDeps,
  { subject }: ProvenIdentity,
): Promise<Operator | undefined> {
  const { issuer } = providerOf(deps);
  const link = await deps.database.maybe(linkOfIdentity, [issuer, subject]);
  if (link === undefined || !isOwnLink(deps.secretBox, link)) return undefined;
  const operator = await operatorById(deps.database, link.operatorId);
  const isOpen = operator !== undefined && operator.isActive && operator.sealedTotp !== null;
  return isOpen ? operator : undefined;
}

/**
 * Signs in with a one-time code, or a recovery code, after the provider has named the operator.
 * @throws confirmation-expired, wrong-one-time-code, account-frozen while it is locked, wrong-login for a closed account,
 *   too-many-requests with the seconds to wait
 */
export async function confirmWithCode(
  deps: ProviderLogInDeps,
  given: { ticket: string; code: string; place: Place },
): Promise<SignedIn> {
  const { database, attempts, clock } = deps;
  const { code, place } = given;
  const ticketHash = ticketHashOf(given.ticket);
  const expired = new Refusal('confirmation-expired', { text: 'provider.used' });
  const named = await database.maybe(providerLogin, [ticketHash, clock.now()]);
  if (named === undefined) throw expired;
  const { operatorId, expiresAt, seal } = named;
  if (!isSealed(deps.secretBox, namedText(operatorId, ticketHash, expiresAt), seal)) throw expired;
  const { address } = place;
  const subjects = [limitKey('operator', operatorId), limitKey('console', addressSubject(address))];
  const attempt = await attempts.take(subjects);
  const signedIn = await database.transaction(async (tx) => {
    const operator = await operatorById(tx, operatorId);
    if (operator === undefined || !operator.isActive) throw new Refusal('wrong-login');
    const method = await spendCode(deps, tx, { operator, code });
    if (method === undefined) return undefined;
    if ((await tx.run(takeProviderLogin, [ticketHash, clock.now()])) === 0) throw expired;
    await attempts.refund(tx, attempt);
    return openSession(deps, tx, { operator, method, place, isThroughProvider: true });
  });
  if (signedIn !== undefined) return signedIn;
  await logRefusedLogin(deps, { operatorId, address, why: 'code' });
  throw new Refusal('wrong-one-time-code', { fields: ['code'] });
}
