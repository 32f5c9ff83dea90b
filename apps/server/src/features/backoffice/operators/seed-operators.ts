/** In paper mode, the initial operators have every role and a known secret for one-time codes. */
import {
  enrolTotp,
  giveFirstRoles,
  operatorByLogin,
  resealTotp,
} from '../../../kernel/operators/operators.ts';
import { firstRoles } from '../../../kernel/operators/roles.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { SecretBox } from '../../../platform/secret-box.ts';
import { paperAccounts } from '../../account/auth/index.ts';
import { openSecret, sealSecret } from './session/own-codes.ts';

/** Base32, for an authenticator; used in paper mode only (ADR 23). */
export const PAPER_ONE_TIME_SECRET = 'TERNPAPERMONEYONLYTERNPAPERMONEY';

/** Sets missing roles and secrets; existing ones stay unchanged. */
export async function completePaperOperators(deps: {
  database: Database;
  secretBox: SecretBox;
}): Promise<void> {
  for (const { login } of paperAccounts.operators) {
    await deps.database.transaction(async (tx) => {
      const operator = await operatorByLogin(tx, login);
      if (operator === undefined) return;
      await giveFirstRoles(tx, operator.id, firstRoles);
      const sealed = sealSecret(deps.secretBox, operator.id, PAPER_ONE_TIME_SECRET);
      const isNew = await enrolTotp(tx, operator.id, { sealed, step: 0 });
      const isLost = !isNew && openSecret(deps.secretBox, operator) === undefined;
      if (isLost) await resealTotp(tx, operator.id, sealed);
    });
  }
}
