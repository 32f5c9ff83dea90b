/** Which sub-account of the exchange the rounds of this instance post to: one that it has by lease (ADR 68). */
import { SUB_ACCOUNTS } from '@tern/ledger';
import { isOlderInstanceThere } from '../../../../kernel/leases/lease-rows.ts';
import type { LeasedWork } from '../../../../kernel/leases/leases.ts';
import type { Database } from '../../../../platform/database/database.ts';

/** Instances without this migration take a posting to a sub-account for a forged one. */
const KNOWN_SINCE = '0161';

/** The lease keeps instances apart; without it they only wait for each other. */
export class ExchangeSubAccounts {
  private readonly database: Pick<Database, 'one'>;
  private readonly held = new Set<number>();
  private isOpen = false;

  constructor({ database }: { database: Pick<Database, 'one'> }) {
    this.database = database;
  }

  /** The lowest held one, so that an instance alone posts to the accounts themselves. */
  current(): number {
    return this.isOpen && this.held.size > 0 ? Math.min(...this.held) : 0;
  }

  /** The highest one first: leases that were taken together are given back in this order, so that number 0 stays longest. */
  works(): LeasedWork[] {
    return Array.from({ length: SUB_ACCOUNTS }, (_each, number) => ({
      name: `spot.sub-account.${number}`,
      begin: async () => void this.held.add(number),
      end: async () => void this.held.delete(number),
    })).toReversed();
  }

  /** Looks once more for older instances. An instance older than the schema does not start, so none appears later (ADR 57). */
  async open(): Promise<void> {
    if (this.isOpen) return;
    this.isOpen = !(await this.database.one(isOlderInstanceThere, [KNOWN_SINCE])).isThere;
  }
}
