/** The audit: reads one snapshot of the books, with or without a running server, and changes nothing. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config/config.ts';
import { auditLedger, type Finding } from './ledger.ts';
import { auditRecords } from './records.ts';
import type { ConnectionTarget } from '../platform/database/connection.ts';
import type { Database } from '../platform/database/database.ts';
import { joinEmbedded, startEmbedded } from '../platform/database/embedded.ts';
import { openDatabase } from '../platform/database/open-database.ts';
import { prepareServer } from '../platform/database/roles.ts';
import { createSecretBox, readSecretKey, type SecretBox } from '../platform/secret-box.ts';
import { auditApprovals } from './approvals.ts';
import { auditClosings } from './closings.ts';
import { auditDayCloses } from './day-closes.ts';
import { auditDeposits } from './deposits.ts';
import { auditFixedTerms } from './earn.ts';
import { auditEntries } from './entries.ts';
import { auditFiat } from './fiat.ts';
import { auditFutures } from './futures.ts';
import { auditInvitations } from './invitations.ts';
import { auditLoans } from './loans.ts';
import { auditOfferings } from './offerings.ts';
import { auditPayoutPrices } from './payout-prices.ts';
import { auditPrices } from './prices.ts';
import { auditLiabilities } from './liabilities.ts';
import { auditPublicLog } from './public-log.ts';
import { auditReviews } from './reviews.ts';
import { auditReplay } from './replay-orders.ts';
import { auditSeals } from './seals.ts';
import { auditSettlements } from './replay-settlements.ts';
import { auditFeeLevels } from './fee-levels.ts';
import { auditSignedFacts } from './signed-facts.ts';
import { auditSignedHeads } from './signed-heads.ts';
import { auditSpot } from './spot.ts';
import { auditStaking } from './staking.ts';
import { auditStatements } from './statements.ts';
import { auditTransfers } from './transfers.ts';
import { auditAttached } from './attached.ts';
import { auditPairs } from './pairs.ts';
import { auditOrderRecord } from './order-record.ts';
import { auditTriggers } from './triggers.ts';

/**
 * The findings of all rules; without faults the audit is clean. `box`: with the key of the deployment, if it is at hand.
 * `since`: the text of a checkpoint of the public log that was kept elsewhere.
 */
export function auditBooks(
  database: Database,
  box?: SecretBox,
  since?: string,
): Promise<Finding[]> {
  return database.snapshot(async (reader) => [
    ...(await auditLedger(reader)),
    ...(await auditRecords(reader)),
    ...(await auditClosings(reader)),
    ...(await auditEntries(reader)),
    ...(await auditSpot(reader)),
    ...(await auditFeeLevels(reader)),
    await auditReplay(reader),
    ...(await auditOrderRecord(reader)),
    await auditTriggers(reader),
    await auditPairs(reader),
    await auditAttached(reader),
    ...(await auditFutures(reader)),
    await auditSettlements(reader),
    ...(await auditReviews(reader)),
    ...(await auditTransfers(reader)),
    ...(await auditFiat(reader)),
    ...(await auditDeposits(reader)),
    ...(await auditOfferings(reader)),
    ...(await auditStaking(reader)),
    ...(await auditInvitations(reader)),
    ...(await auditPayoutPrices(reader)),
    ...(await auditFixedTerms(reader)),
    ...(await auditLoans(reader)),
    ...(await auditPrices(reader)),
    ...(await auditApprovals(reader)),
    await auditSeals(reader, box),
    ...(await auditPublicLog(reader, since)),
    await auditSignedHeads(reader),
    ...(await auditSignedFacts(reader)),
    ...(await auditLiabilities(reader)),
    ...(await auditStatements(reader)),
    ...(await auditDayCloses(reader)),
  ]);
}

/**
 * Opens the configured database, audits it, and leaves it as it was: running or stopped.
 * @throws Error when there is no database or it cannot be reached
 */
export async function auditStorage(
  config: Pick<Config, 'dataDir' | 'database' | 'secretsKeyFile'>,
  since?: string,
): Promise<Finding[]> {
  const access = await reach(config);
  try {
    const database = await openDatabase({
      connection: access.app,
      name: 'audit',
      poolSize: 1,
      // The audit may take long, and nothing waits for it.
      statementTimeoutMs: 0,
    });
    try {
      const { secretsKeyFile } = config;
      const isKeyHere = existsSync(secretsKeyFile);
      return await auditBooks(
        database,
        isKeyHere ? createSecretBox(readSecretKey(secretsKeyFile)) : undefined,
        since,
      );
    } finally {
      await database.close();
    }
  } finally {
    await access.leave();
  }
}

interface Access {
  app: ConnectionTarget;
  leave(): Promise<void>;
}

async function reach({ dataDir, database }: Pick<Config, 'dataDir' | 'database'>): Promise<Access> {
  const leave = () => Promise.resolve();
  if (database !== undefined) {
    const { url, ownerUrl = url } = database;
    return { app: (await prepareServer({ url, ownerUrl })).app, leave };
  }
  if (!existsSync(join(dataDir, 'postgres'))) {
    throw new Error(`There are no books in ${dataDir} yet: start Tern once, or name its DATA_DIR.`);
  }
  const running = await joinEmbedded(dataDir);
  if (running !== undefined) return { app: running.app, leave };
  const started = await startEmbedded({ dataDir });
  return { app: started.app, leave: () => started.stop() };
}

/** The most faults listed per rule. */
const LISTED = 20;

/** A line for the rule, and one for each of the first faults. */
export function linesOf({ rule, checked, faults }: Finding): string[] {
  if (faults.length === 0) return [`PASS  ${rule} (${checked} checked)`];
  const count = faults.length < LISTED ? faults.length : `${LISTED} or more`;
  return [
    `FAIL  ${rule} (${checked} checked, faults: ${count})`,
    ...faults.map((fault) => `      ${fault}`),
  ];
}
