/** Visits of browsers at the provider of identities: begun here, and each answer taken once, in the browser that began (ADR 109). */
import { Refusal } from '../../../../kernel/requests/refusal.ts';
import {
  type ProviderAnswer,
  ProviderDown,
  type SignInProvider,
  type Visit,
} from '../../../../kernel/operators/sign-in-provider.ts';
import type { Clock } from '../../../../platform/clock.ts';
import type { Database } from '../../../../platform/database/database.ts';
import { MINUTE_MS } from '../../../../platform/durations.ts';
import type { Log } from '../../../../platform/log.ts';
import type { Random } from '../../../../platform/random.ts';
import { hashSecret, type SecretBox } from '../../../../platform/secret-box.ts';
import { insertVisit, pruneVisits, takeVisit } from '../store-links.ts';

export interface VisitDeps {
  database: Database;
  clock: Clock;
  log: Log;
  random: Random;
  secretBox: SecretBox;
  /** Absent: operators sign in with their password only. */
  signInProvider?: SignInProvider | undefined;
}

/** Who asks for a link, and in which session. */
export interface Asker {
  operatorId: number;
  sessionId: number;
}

/** For people who have to find a second device at the provider. */
const VISIT_MS = 10 * MINUTE_MS;
/** Also what RFC 7636 asks of a verifier: 43 characters. */
const SECRET_BYTES = 32;

const stateHashOf = (state: string) => hashSecret('operator provider state', state);
const ticketHashOf = (ticket: string) => hashSecret('operator provider visit', ticket);
const contextOf = (stateHash: string) => `operator provider visit ${stateHash}`;

/** @throws not-available without a provider */
export function providerOf({ signInProvider }: VisitDeps): SignInProvider {
  if (signInProvider === undefined) throw new Refusal('not-available');
  return signInProvider;
}

/** `asker` undefined: a sign-in. @throws not-available, busy while the provider cannot be reached */
export async function beginVisit(
  deps: VisitDeps,
  asker?: Asker,
): Promise<{ url: string; ticket: string; expiresAt: number }> {
  const { database, clock, random, secretBox } = deps;
  const provider = providerOf(deps);
  const [state, nonce, verifier, ticket] = [1, 2, 3, 4].map(() => random.token(SECRET_BYTES)) as [
    string,
    string,
    string,
    string,
  ];
  const asksEmail = asker !== undefined;
  const url = await reached(deps, provider.addressOf({ state, nonce, verifier, asksEmail }));
  const at = clock.now();
  const expiresAt = at + VISIT_MS;
  const stateHash = stateHashOf(state);
  const sealed = secretBox.seal(JSON.stringify({ nonce, verifier }), contextOf(stateHash));
  await database.transaction(async (tx) => {
    await tx.run(pruneVisits, [at]);
    const { operatorId = null, sessionId = null } = asker ?? {};
    const whose = [stateHash, ticketHashOf(ticket), operatorId, sessionId] as const;
    await tx.run(insertVisit, [...whose, sealed, expiresAt]);
  });
  return { url, ticket, expiresAt };
}

/**
 * Takes what the provider answered. The state is used up, right or wrong.
 * @throws not-available, busy while the provider cannot be reached, confirmation-expired for a state that is unknown, used, expired,
 *   of another browser, or begun for something else
 */
export async function endVisit(
  deps: VisitDeps,
  { ticket, answer }: { ticket: string; answer: string },
  asker?: Asker,
): Promise<ProviderAnswer> {
  const { database, clock, secretBox } = deps;
  const provider = providerOf(deps);
  const parameters = new URLSearchParams(answer);
  const state = parameters.get('state') ?? '';
  const stateHash = stateHashOf(state);
  const taken = await database.transaction((tx) => tx.maybe(takeVisit, [stateHash]));
  const isOwn =
    taken !== undefined &&
    taken.ticketHash === ticketHashOf(ticket) &&
    taken.expiresAt > clock.now() &&
    taken.operatorId === (asker?.operatorId ?? null) &&
    taken.sessionId === (asker?.sessionId ?? null);
  if (!isOwn) throw new Refusal('confirmation-expired', { text: 'provider.used' });
  const secrets = JSON.parse(secretBox.open(taken.sealed, contextOf(stateHash))) as Pick<
    Visit,
    'nonce' | 'verifier'
  >;
  const visit = { state, ...secrets, asksEmail: asker !== undefined };
  const answered = await reached(deps, provider.identityOf(parameters, visit));
  if (answered.kind !== 'proven') {
    const { kind, reason } = answered;
    deps.log.warn({ kind, reason }, 'the provider of identities named nobody');
  }
  return answered;
}

/** What is said of an answer that names nobody. */
export const namesNobody = ({ kind }: ProviderAnswer): Refusal =>
  new Refusal('wrong-login', {
    text: kind === 'refused' ? 'provider.refused' : 'provider.invalid',
  });

/** @throws busy */
async function reached<T>({ log }: VisitDeps, asked: Promise<T>): Promise<T> {
  try {
    return await asked;
  } catch (error) {
    if (!(error instanceof ProviderDown)) throw error;
    log.warn({ reason: error.message }, 'the provider of identities cannot be reached');
    throw new Refusal('busy', { text: 'provider.down' });
  }
}
