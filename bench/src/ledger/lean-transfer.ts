/** The floor of a single entry: the same five rows written by a minimal function without checks. */
import { int8, text } from '../../../apps/server/src/platform/database/columns.ts';
import type { Database, Lane } from '../../../apps/server/src/platform/database/database.ts';
import { defineStatement } from '../../../apps/server/src/platform/database/query.ts';

const makeFunction = defineStatement({
  name: 'bench.makeLeanTransfer',
  text: `create function bench_lean_transfer(payer bigint, payee bigint, reference text) returns void
    language plpgsql security definer as $$
    declare
      entry bigint;
      low record;
      high record;
    begin
      insert into ledger_entries (kind, reference, effective_at) values (1, reference, now()) returning id into entry;
      update ledger_balances set available = available + case owner_id when payer then -1 else 1 end
        where owner_id = least(payer, payee) and asset = 'USDT'
        returning owner_id, available, held + locked + staked + financed as reserved, available + held + locked + staked + financed + loan as total into low;
      update ledger_balances set available = available + case owner_id when payer then -1 else 1 end
        where owner_id = greatest(payer, payee) and asset = 'USDT'
        returning owner_id, available, held + locked + staked + financed as reserved, available + held + locked + staked + financed + loan as total into high;
      insert into ledger_postings (entry_id, owner_id, asset, available, available_after, reserved_after, total_after, kind, effective_at) values
        (entry, low.owner_id, 'USDT', case low.owner_id when payer then -1 else 1 end, low.available, low.reserved, low.total, 1, now()),
        (entry, high.owner_id, 'USDT', case high.owner_id when payer then -1 else 1 end, high.available, high.reserved, high.total, 1, now());
    end $$`,
  params: [],
});

/** Transfers between made-up accounts have no fact: what is measured here is the journal without the check for it (ADR 9). */
const forgetFacts = defineStatement({
  name: 'bench.forgetFacts',
  text: `create or replace function ledger_refuse_unfounded(
      entry_kinds smallint[], entry_references text[], posting_entries int[], posting_kinds smallint[], posting_owners bigint[],
      posting_assets text[], posting_available numeric[], posting_held numeric[], posting_locked numeric[], posting_staked numeric[],
      posting_financed numeric[], posting_loan numeric[], posting_subjects bigint[]
    ) returns void language plpgsql as $$ begin end $$`,
  params: [],
});

const allowServer = defineStatement({
  name: 'bench.allowLeanTransfer',
  text: 'grant execute on function bench_lean_transfer to tern_app',
  params: [],
});

const transferOne = defineStatement({
  name: 'bench.leanTransfer',
  text: 'select bench_lean_transfer($1, $2, $3)',
  params: [int8, int8, text],
});

/** Also allows transfers without facts in the journal. */
export async function addLeanTransfer(owner: Database): Promise<void> {
  await owner.transaction(async (tx) => {
    await tx.run(forgetFacts, []);
    await tx.run(makeFunction, []);
    await tx.run(allowServer, []);
  });
}

/** One unit of money, durable when it resolves. */
export async function leanTransfer(
  lane: Lane,
  { payer, payee }: { payer: number; payee: number },
  reference: string,
): Promise<void> {
  await lane.transaction((tx) => [tx.run(transferOne, [payer, payee, reference])]);
}
