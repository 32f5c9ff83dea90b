/** Seals the numbers of cards and accounts that were stored before numbers were sealed: once, after the upgrade (ADR 72). */
import {
  isSealedNumber,
  type NumberOwner,
  type SealedNumber,
  sealNumber,
} from '../../../kernel/review/sealed-numbers.ts';
import type { Database, Reader } from '../../../platform/database/database.ts';
import type { SecretBox } from '../../../platform/secret-box.ts';
import {
  countUnfinished,
  finishSealing,
  type NumberTable,
  sealingOf,
  type StoredNumbers,
} from './store-sealing.ts';

/** A batch holds up nobody: no program serves yet. It bounds memory, and what is repeated after an interruption. */
const ROWS_PER_BATCH = 1_000;

/** Whether there may be numbers from before: the sealing is not known to be over. */
export const hasUnsealedNumbers = async (reader: Reader): Promise<boolean> =>
  (await reader.one(countUnfinished, [])).total > 0;

/**
 * By the owner of the database, before any program serves: the program itself may change neither a card nor a payout. Each batch is one
 * transaction, so it goes on where it was interrupted. Returns how many rows it sealed; opens the key only if it has to.
 */
export async function sealStoredNumbers(
  owner: Database,
  openBox: () => Promise<SecretBox>,
  rowsPerBatch = ROWS_PER_BATCH,
): Promise<number> {
  if (!(await hasUnsealedNumbers(owner))) return 0;
  const box = await openBox();
  let total = 0;
  for (const table of ['bank_cards', 'payouts'] as const) {
    for (;;) {
      const sealed = await sealBatch(owner, box, { table, rowsPerBatch });
      total += sealed;
      if (sealed < rowsPerBatch) break;
    }
  }
  await owner.transaction(async (tx) => {
    for (const statement of finishSealing) await tx.run(statement, []);
  });
  return total;
}

function sealBatch(
  owner: Database,
  box: SecretBox,
  { table, rowsPerBatch }: { table: NumberTable; rowsPerBatch: number },
): Promise<number> {
  const { begin, unsealed, seal, end } = sealingOf[table];
  return owner.transaction(async (tx) => {
    if (begin !== undefined) await tx.run(begin, []);
    const rows = await tx.many(unsealed, [rowsPerBatch]);
    await tx.run(seal, [
      rows.map(({ id }) => id),
      rows.map((row) => sealedOf(box, row, 'cardNumber')),
      rows.map((row) => sealedOf(box, row, 'iban')),
    ]);
    if (end !== undefined) await tx.run(end, []);
    return rows.length;
  });
}

function sealedOf(box: SecretBox, row: StoredNumbers, kind: NumberOwner['kind']): SealedNumber {
  const stored = row[kind];
  return isSealedNumber(stored)
    ? stored
    : sealNumber(box, stored, { memberId: row.memberId, kind });
}
