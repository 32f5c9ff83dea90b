/** Whether a database is of paper or of real money: decided once, by its first start. */
import { bool, text, timestamptz } from '../../platform/database/columns.ts';
import type { Database, Reader } from '../../platform/database/database.ts';
import { defineQuery, defineStatement } from '../../platform/database/query.ts';

const decideMode = defineStatement({
  name: 'kernel.decideDeploymentMode',
  text: 'update deployment_mode set mode = $1, decided_at = $2 where decided_at is null',
  params: [text, timestamptz],
});

const decidedMode = defineQuery({
  name: 'kernel.decidedDeploymentMode',
  text: 'select mode, decided_at is not null as is_decided from deployment_mode',
  params: [],
  row: { mode: text, isDecided: bool },
});

/**
 * The first start decides whether a database is of paper or of real money, for good; only the owner of the database can: the
 * server's role could otherwise grant itself paper money (ADR 9, 62). Units: `at` in epoch milliseconds.
 * @throws Error when the database is of the other mode
 */
export async function storeDeploymentMode(
  owner: Database,
  mode: 'paper' | 'live',
  at: number,
): Promise<void> {
  await owner.transaction((tx) => tx.run(decideMode, [mode, at]));
  const decided = await owner.one(decidedMode, []);
  if (decided.mode !== mode) throw new Error(otherMode(decided.mode, mode));
}

const otherMode = (made: string, asked: string) =>
  `This database was made in ${made} mode and MODE is ${asked}: paper money and real money never share a database. Set MODE=${made}, or use an empty database.`;

/** Undefined before the first start has decided it. */
export async function modeOfDatabase(reader: Reader): Promise<string | undefined> {
  const { mode, isDecided } = await reader.one(decidedMode, []);
  return isDecided ? mode : undefined;
}
