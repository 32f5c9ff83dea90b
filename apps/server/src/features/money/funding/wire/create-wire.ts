/** Creates a wire that a member announces: it is reviewed, and its instructions are sent by e-mail. */
import type { Amount } from '@tern/money';
import type { WireEvent } from '@tern/protocol';
import { answerBefore, answerOnce } from '../../../../kernel/requests/answer-once.ts';
import type { RequestKey } from '../../../../kernel/requests/idempotency.ts';
import { isVerified, lockMember } from '../../../../kernel/members/members.ts';
import { queueMessage } from '../../../../kernel/messaging/outgoing-messages.ts';
import { Refusal } from '../../../../kernel/requests/refusal.ts';
import type { Tx } from '../../../../platform/database/database.ts';
import type { Random } from '../../../../platform/random.ts';
import { parseEmail } from '../../../account/auth/index.ts';
import { submitRequest } from '../request/lifecycle.ts';
import { assertWithin, readAmount } from '../request/read-amount.ts';
import { fiatSettings } from '../settings.ts';
import { currencyNamed } from '../currencies/store.ts';
import { assertFunds, type FundsDeps } from './assert-funds.ts';
import { countWiresSince, insertWire, type Wire } from './store.ts';
import { takesWires } from '../currencies/currencies.ts';
import { instructionsOf, wires } from './wires.ts';
import { HOUR_MS } from '../../../../platform/durations.ts';
import type { Deps } from '../deps.ts';

export type WireDeps = Deps<
  'database' | 'clock' | 'random' | 'settings' | 'assets' | 'reviews' | 'mode' | 'bankAccounts'
> &
  FundsDeps;

export interface WireInput {
  memberId: number;
  /** Currency code. */
  coin: string;
  num: string | number;
  email: string;
  /** Language prefix of the e-mail. */
  lang: string;
  key: RequestKey | undefined;
}

/** Without characters that are easily confused. */
const LETTERS = '23456789ABCDEFGHJKMNPQRSTVWXYZ';

/**
 * Returns once the wire is under review and the e-mail with its instructions is queued.
 * @throws malformed-email, account-frozen, not-listed, not-verified, invalid-request, limit-reached too many in a day or without
 * a source of funds,
 * out-of-bounds with the bound
 */
export async function createWire(deps: WireDeps, input: WireInput): Promise<WireEvent> {
  const { database, clock, reviews } = deps;
  const before = await answerBefore<WireEvent>(database, input.key);
  if (before !== undefined) return before;
  const wire = await answerOnce({ database, clock }, input.key, (tx) => announce(tx, deps, input));
  reviews.announce();
  return wire;
}

async function announce(tx: Tx, deps: WireDeps, input: WireInput): Promise<WireEvent> {
  const { memberId } = input;
  const { settings, clock, random, reviews } = deps;
  const at = clock.now();
  await assertMayAnnounce(tx, deps, { memberId, at });
  const announced = await readWire(tx, deps, input);
  await assertFunds(tx, deps, { wire: { memberId, ...announced }, at });
  const dueAt = at + settings.read(fiatSettings.wireTargetHours) * HOUR_MS;
  const reference = newReference(random);
  const request = await insertWire(tx, { memberId, ...announced, reference, dueAt, createdAt: at });
  await mailInstructions(tx, instructionsOf(deps, request, input.lang), { ...request, at });
  return submitRequest(tx, wires, { request, reviews, at });
}

async function assertMayAnnounce(
  tx: Tx,
  { settings }: WireDeps,
  { memberId, at }: { memberId: number; at: number },
): Promise<void> {
  const member = await lockMember(tx, memberId);
  if (member?.isFrozen !== false) throw new Refusal('account-frozen');
  if (!isVerified(member)) throw new Refusal('not-verified');
  const { total } = await tx.one(countWiresSince, [memberId, at - 24 * HOUR_MS]);
  if (total >= settings.read(fiatSettings.wiresPerDay)) throw new Refusal('limit-reached');
}

async function readWire(
  tx: Tx,
  { assets, mode, bankAccounts }: WireDeps,
  { coin, num, email: given }: WireInput,
): Promise<Pick<Wire, 'asset' | 'amount' | 'email'>> {
  const currency = await tx.maybe(currencyNamed, [coin.toUpperCase()]);
  if (currency?.takesWires !== true || !takesWires({ mode, bankAccounts }, currency.asset)) {
    throw new Refusal('not-listed', { fields: ['asset'] });
  }
  const { asset, wireMin: min, wireMax: max } = currency;
  const amount: Amount = readAmount(num);
  assertWithin(amount, { min, max, scale: assets.get(asset).scale, currency: asset });
  if (given.trim() === '') throw new Refusal('invalid-request', { fields: ['email'] });
  const email = parseEmail(given);
  if (email === undefined) throw new Refusal('malformed-email', { fields: ['email'] });
  return { asset, amount, email };
}

/** Impossible to guess, so that no member can claim another's transfer. */
function newReference(random: Random): string {
  return `TERN-${random.text(4, LETTERS)}-${random.text(4, LETTERS)}-${random.text(4, LETTERS)}`;
}

async function mailInstructions(
  tx: Tx,
  { subject, body }: ReturnType<typeof instructionsOf>,
  { email, at }: { email: string; at: number },
) {
  const message = { channel: 'email' as const, recipient: email, subject, body };
  await queueMessage(tx, { ...message, purpose: 'wire' }, at);
}
