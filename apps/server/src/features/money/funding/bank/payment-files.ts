/** Files of approved payouts for a bank: made by one operator, since two approved each payout; sent, or withdrawn before that (ADR 100). */
import { type Amount, formatDecimal, sum } from '@tern/money';
import type { PaymentFileRow } from '@tern/protocol/operator';
import { logAct } from '../../../../kernel/operators/audit-log.ts';
import { operatorLogins } from '../../../../kernel/operators/operators.ts';
import { Refusal } from '../../../../kernel/requests/refusal.ts';
import type { Reviewer } from '../../../../kernel/review/review-rules.ts';
import { openNumber } from '../../../../kernel/review/sealed-numbers.ts';
import { dayOf, isoTime } from '../../../../platform/clock.ts';
import { isUniqueViolation } from '../../../../platform/database/database-errors.ts';
import type { Reader, Tx } from '../../../../platform/database/database.ts';
import type { Deps } from '../deps.ts';
import { endToEndIdOf } from './references.ts';
import {
  endFile,
  fileForUpdate,
  fileOfPayout,
  insertFile,
  insertFilePayouts,
  newestFiles,
  payoutsOfFile,
  readyPayouts,
  readySums,
  type ShownFile,
} from './store-payment-files.ts';

/** Of one file: what a person still looks over. */
const PAYMENTS_MAX = 500;
const LISTED = 50;

/** PF-201 */
export const fileNo = (id: number): string => `PF-${id}`;

/**
 * Puts all approved payouts of a currency into a file, each once. Returns its id.
 * @throws not-available without an account of the currency, not-found where none waits, already-decided where another file or
 * a return was first
 */
export async function makeFile(
  { database, clock, ownAccountOf }: Deps<'database' | 'clock' | 'ownAccountOf'>,
  actor: Reviewer,
  asset: string,
): Promise<number> {
  const own = ownAccountOf(asset);
  if (own === undefined) throw new Refusal('not-available', { fields: ['coinname'] });
  const made = database.transaction(async (tx) => {
    const ready = await tx.many(readyPayouts, [asset, PAYMENTS_MAX]);
    if (ready.length === 0) throw new Refusal('not-found', { fields: ['coinname'] });
    const at = clock.now();
    const total: Amount = sum(ready.map(({ amount }) => amount));
    const { id } = await insertFile(tx, {
      asset,
      account: own.account,
      payments: ready.length,
      total,
      madeBy: actor.operatorId,
      madeAt: at,
    });
    await insertFilePayouts(
      tx,
      ready.map(({ id: payoutId, amount }) => ({ fileId: id, payoutId, amount })),
    );
    const detail = { asset, payments: ready.length, total: formatDecimal(total) };
    await logAct(
      tx,
      { actor, action: 'paymentFile.make', subject: `paymentFile:${id}`, detail },
      at,
    );
    return id;
  });
  return made.catch((error: unknown) => {
    if (!isUniqueViolation(error, 'payment_file_payouts_once')) throw error;
    throw new Refusal('already-decided');
  });
}

/**
 * The file for the bank, with full account numbers. Each download is logged.
 * @throws not-found, already-decided for a withdrawn one, not-available where an account number cannot be opened
 */
export function downloadFile(
  deps: Deps<
    'database' | 'clock' | 'secretBox' | 'operatorName' | 'writePayments' | 'ownAccountOf'
  >,
  actor: Reviewer,
  id: number,
): Promise<{ name: string; text: string }> {
  const { database, clock, secretBox, operatorName, writePayments, ownAccountOf } = deps;
  return database.transaction(async (tx) => {
    const file = await tx.maybe(fileForUpdate, [id]);
    if (file === undefined) throw new Refusal('not-found');
    if (file.state === 'withdrawn') throw new Refusal('already-decided');
    const at = clock.now();
    const { asset: currency, account, madeAt } = file;
    const payments = (await tx.many(payoutsOfFile, [id])).map((payout) => {
      const {
        id: payoutId,
        memberId,
        iban,
        accountName: payee,
        amount,
        bankName,
        country,
      } = payout;
      const number = openNumber(secretBox, iban, { memberId, kind: 'iban' });
      if (number === undefined) throw new Refusal('not-available');
      const endToEndId = endToEndIdOf(payoutId);
      return { endToEndId, amount, payee, account: number, bankName, country };
    });
    await logAct(tx, { actor, action: 'paymentFile.download', subject: `paymentFile:${id}` }, at);
    const known = ownAccountOf(currency);
    const from = { account, bic: known?.account === account ? known.bic : '' };
    const made = {
      id: fileNo(id),
      currency,
      payer: operatorName,
      from,
      madeAt,
      day: dayOf(at),
      payments,
    };
    return { name: `${fileNo(id)}.xml`, text: writePayments(made) };
  });
}

/**
 * `sent`: the bank has it. `withdrawn`: it will not get it, and its payouts may go into another file.
 * @throws not-found, already-decided unless it was only made
 */
export async function decideFile(
  { database, clock }: Deps<'database' | 'clock'>,
  actor: Reviewer,
  { id, state }: { id: number; state: 'sent' | 'withdrawn' },
): Promise<void> {
  await database.transaction(async (tx) => {
    const file = await tx.maybe(fileForUpdate, [id]);
    if (file === undefined) throw new Refusal('not-found');
    if (file.state !== 'made') throw new Refusal('already-decided');
    await setState(tx, { id, state, actor, at: clock.now() });
  });
}

/** A statement shows a payment of it: so the bank has the file. */
export async function fileIsSent(tx: Tx, payoutId: number, at: number): Promise<void> {
  const file = await tx.maybe(fileOfPayout, [payoutId]);
  const locked = file && (await tx.one(fileForUpdate, [file.id]));
  if (locked?.state !== 'made') return;
  await setState(tx, { id: locked.id, state: 'sent', actor: undefined, at });
}

/** @throws already-decided for a payout in a file that the bank may still get: it would be paid twice */
export async function assertInNoOpenFile(tx: Tx, payoutId: number): Promise<void> {
  const file = await tx.maybe(fileOfPayout, [payoutId]);
  if (file?.state === 'made') throw new Refusal('already-decided');
}

async function setState(
  tx: Tx,
  given: { id: number; state: 'sent' | 'withdrawn'; actor: Reviewer | undefined; at: number },
): Promise<void> {
  const { id, state, actor, at } = given;
  await tx.one(endFile, [id, state, actor?.operatorId ?? null, at]);
  const action = state === 'sent' ? 'paymentFile.sent' : 'paymentFile.withdraw';
  await logAct(tx, { actor, action, subject: `paymentFile:${id}` }, at);
}

/** The newest files, and what waits for one by currency. */
export async function listFiles({ database, ownAccountOf }: Deps<'database' | 'ownAccountOf'>) {
  const ready = await database.many(readySums, []);
  const files = await database.many(newestFiles, [LISTED]);
  return {
    ready: ready.map(({ asset, payments, total }) => ({
      coinname: asset,
      payments,
      total: formatDecimal(total),
      account: ownAccountOf(asset)?.account ?? null,
    })),
    list: await rowsOf(database, files),
  };
}

async function rowsOf(reader: Reader, files: readonly ShownFile[]): Promise<PaymentFileRow[]> {
  const people = files.flatMap(({ madeBy, endedBy }) => [
    madeBy,
    ...(endedBy === null ? [] : [endedBy]),
  ]);
  const logins = await operatorLogins(reader, people);
  return files.map((file) => ({
    ID: file.id,
    recordNo: fileNo(file.id),
    coinname: file.asset,
    account: file.account,
    payments: file.payments,
    total: formatDecimal(file.total),
    booked: file.booked,
    state: file.state === 'sent' ? 'sent' : file.state === 'made' ? 'made' : 'withdrawn',
    by: logins.get(file.madeBy) ?? '',
    endedBy: file.endedBy === null ? null : (logins.get(file.endedBy) ?? ''),
    CreatedAt: isoTime(file.madeAt),
  }));
}
