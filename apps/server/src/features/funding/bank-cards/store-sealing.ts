/** The SQL of sealing stored numbers after an upgrade, by the owner of the database. */
import { arrayOf, int4, int8, text } from '../../../platform/database/columns.ts';
import { defineQuery, defineStatement, type RowOf } from '../../../platform/database/query.ts';

export type NumberTable = 'bank_cards' | 'payouts';

/** The tables whose rows are not known to be sealed. */
export const countUnfinished = defineQuery({
  name: 'sealing.countUnfinished',
  text: `select count(*)::int as total from pg_constraint
    where conname in ('bank_cards_sealed', 'payouts_sealed') and connamespace = 'public'::regnamespace and not convalidated`,
  params: [],
  row: { total: int4 },
});

/** A command of the owner. */
const command = (name: string, sql: string) =>
  defineStatement({ name: `sealing.${name}`, text: sql, params: [] });

function sealing(table: NumberTable) {
  return {
    unsealed: defineQuery({
      name: `sealing.read-${table.replace('_', '-')}`,
      text: `select id, member_id, card_number, iban from ${table}
        where card_number not like 's1:%' or iban not like 's1:%' order by id limit $1 for update`,
      params: [int8],
      row: { id: int8, memberId: int8, cardNumber: text, iban: text },
    }),
    seal: defineStatement({
      name: `sealing.seal-${table.replace('_', '-')}`,
      text: `update ${table} t set card_number = s.card_number, iban = s.iban
        from unnest($1::bigint[], $2::text[], $3::text[]) as s(id, card_number, iban) where t.id = s.id`,
      params: [arrayOf(int8), arrayOf(text), arrayOf(text)],
    }),
  };
}

export type StoredNumbers = RowOf<ReturnType<typeof sealing>['unsealed']>;

interface Sealing extends ReturnType<typeof sealing> {
  /** The guard that no change of a recipient passes, put aside within the transaction. */
  begin?: ReturnType<typeof command>;
  end?: ReturnType<typeof command>;
}

export const sealingOf: Readonly<Record<NumberTable, Sealing>> = {
  bank_cards: sealing('bank_cards'),
  payouts: {
    ...sealing('payouts'),
    begin: command('openPayouts', 'alter table payouts disable trigger payouts_guard_change'),
    end: command('closePayouts', 'alter table payouts enable trigger payouts_guard_change'),
  },
};

/** In one transaction. The tables are written anew: what was replaced stands in their files until then, and in copies of these. */
export const finishSealing = [
  command('rewriteCards', 'cluster bank_cards using bank_cards_pkey'),
  command('rewritePayouts', 'cluster payouts using payouts_pkey'),
  command('forgetOrderOfCards', 'alter table bank_cards set without cluster'),
  command('forgetOrderOfPayouts', 'alter table payouts set without cluster'),
  command('provedCards', 'alter table bank_cards validate constraint bank_cards_sealed'),
  command('provedPayouts', 'alter table payouts validate constraint payouts_sealed'),
];
