/** Guards of the database that its owner takes out of force: what it is, and the statement. */
export const weakenedGuards: readonly (readonly [string, string])[] = [
  ['a disabled trigger', 'alter table ledger_entries disable trigger ledger_entries_append_only'],
  ['a dropped trigger', 'drop trigger reviews_decided_are_final on reviews'],
  ['a dropped constraint', 'alter table reviews drop constraint reviews_two_people'],
  [
    'a constraint that refuses nothing',
    `alter table reviews drop constraint reviews_two_people, add constraint reviews_two_people check (true)`,
  ],
  ['a dropped unique index', 'drop index ledger_postings_subject'],
  [
    'a function that refuses nothing',
    `create or replace function refuse_write() returns trigger language plpgsql as $$ begin return null; end $$`,
  ],
  [
    'a trigger with a condition that never holds',
    `create or replace trigger ledger_balances_live_floor after insert or update on ledger_balances for each row
      when (false) execute function ledger_refuse_unbacked()`,
  ],
  [
    'a new trigger',
    'create trigger extra before insert on deposits for each row execute function refuse_write()',
  ],
  ['foreign keys out of force', 'alter table deposits disable trigger all'],
];
