/** The operators: enough for two people to review, and none with a published password. */
import type { Permission } from '@tern/protocol';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../../config/config.ts';
import { createPasswords } from '../../kernel/members/passwords.ts';
import { everyOperator, type Operator } from '../../kernel/operators/operators.ts';
import type { ConnectionTarget } from '../../platform/database/connection.ts';
import { isConnectionFailure } from '../../platform/database/database-errors.ts';
import { joinEmbedded } from '../../platform/database/embedded.ts';
import { APP_ROLE } from '../../platform/database/embedded/provision.ts';
import { openDatabase } from '../../platform/database/open-database.ts';
import { publishedPasswords } from '../../app/published-passwords.ts';
import { isLocal } from './check-settings.ts';
import { type Finding, obstacle, ok, problem, warning } from './finding.ts';

const ITEM = 'operators';
const MAKE_FIRST =
  'Make the first two people operators; "Running it live" in docs/handbook.md shows how.';

/** `target` is where the operators are; by default as the settings say. */
export async function checkPeople(config: Config, target = targetOf(config)): Promise<Finding[]> {
  const { mode } = config;
  const connection = await target;
  if (connection === undefined) {
    // Live mode does not use it, which is another item.
    if (mode === 'live') return [];
    return [ok(ITEM, 'Unknown: the embedded database runs only with the server.')];
  }
  const operators = await operatorsOf(connection);
  if (operators === 'unreachable') return [];
  if (operators === undefined) {
    return [
      mode === 'live'
        ? obstacle(ITEM, { found: 'The database has none yet.', advice: MAKE_FIRST })
        : ok(ITEM, 'Unknown: the first start creates their tables.'),
    ];
  }
  return [
    checkTwoPeople(operators, mode),
    ...(await checkPublished(operators, config)),
    ...checkKeyOf(operators, config),
  ];
}

/** The first start draws a key; on a database with sealed secrets, that would be another key than theirs. */
function checkKeyOf(operators: readonly Operator[], { secretsKeyFile: file }: Config): Finding[] {
  if (existsSync(file) || !operators.some(({ sealedTotp }) => sealedTotp !== null)) return [];
  return [
    obstacle('key', {
      found: `${file} is missing, and the database has secrets that only it opens.`,
      advice:
        'Bring it back from your copies before you start, or correct SECRETS_KEY_FILE or DATA_DIR.',
    }),
  ];
}

async function targetOf(config: Config): Promise<ConnectionTarget | undefined> {
  if (config.database !== undefined) return { url: config.database.url, role: APP_ROLE };
  if (!existsSync(join(config.dataDir, 'postgres'))) return undefined;
  return (await joinEmbedded(config.dataDir))?.app;
}

/** Undefined before the first start. That the database cannot be reached is another item. */
async function operatorsOf(
  connection: ConnectionTarget,
): Promise<Operator[] | 'unreachable' | undefined> {
  try {
    const database = await openDatabase({ connection, poolSize: 1, allowUnsafe: true });
    try {
      return await everyOperator(database);
    } finally {
      await database.close();
    }
  } catch (error) {
    return isConnectionFailure(error) ? 'unreachable' : undefined;
  }
}

/**
 * A review needs a reviewer, and an approver who is another person; a change of accounts needs two approvers (ADR 24). With
 * two approvers and a reviewer, there always is another person.
 */
export function checkTwoPeople(
  operators: readonly Pick<Operator, 'permissions' | 'isActive' | 'passwordHash'>[],
  mode: Config['mode'] = 'paper',
): Finding {
  const active = operators.filter(
    ({ isActive, passwordHash }) => isActive && passwordHash !== null,
  );
  const countOf = (wanted: Permission) =>
    active.filter(({ permissions }) => permissions.includes(wanted)).length;
  const [reviewers, approvers] = [countOf('reviews.first'), countOf('reviews.second')];
  if (reviewers >= 1 && approvers >= 2) return ok(ITEM, `${active.length} are active.`);
  const found = `There are too few to review by two people: reviewers ${reviewers}, approvers ${approvers}.`;
  // The last two approvers cannot be removed, so no outage leads here.
  if (mode === 'live') return obstacle(ITEM, { found, advice: MAKE_FIRST });
  return problem(ITEM, {
    found,
    advice: 'Propose operators in the console: a reviewer and two approvers, each a person.',
  });
}

async function checkPublished(operators: readonly Operator[], config: Config): Promise<Finding[]> {
  const found = await publishedPasswords(operators, createPasswords());
  const logins = found.map(({ login }) => login);
  if (logins.length === 0) return [];
  const raise = isLocal(config.publicUrl) ? warning : problem;
  return [
    (config.mode === 'live' ? obstacle : raise)(ITEM, {
      found: `The password of ${logins.join(' and ')} is published in this repository.`,
      advice: 'Propose accounts of your own in the console, then close these.',
    }),
  ];
}
