/** Factors that are being added: at most one of each kind per member, bound to the session that began it. */
import { bytea, int4, int8, nullable, text, timestamptz } from '../../platform/database/columns.ts';
import type { Tx } from '../../platform/database/database.ts';
import { defineQuery, defineStatement, type RowOf } from '../../platform/database/query.ts';
import type { Caller } from '../../platform/http/route.ts';

const putSetupStatement = defineStatement({
  name: 'kernel.putFactorSetup',
  text: `insert into factor_setups (member_id, kind, session_id, sealed_secret, challenge, tries_left, expires_at)
    values ($1, $2, $3, $4, $5, $6, $7)
    on conflict (member_id, kind) do update set session_id = excluded.session_id,
      sealed_secret = excluded.sealed_secret, challenge = excluded.challenge, tries_left = excluded.tries_left,
      expires_at = excluded.expires_at`,
  params: [int8, text, int8, nullable(bytea), nullable(text), int4, timestamptz],
});

const trySetupQuery = defineQuery({
  name: 'kernel.tryFactorSetup',
  text: `update factor_setups set tries_left = tries_left - 1
    where member_id = $1 and kind = $2 and session_id = $3 and tries_left > 0 and expires_at > $4
    returning sealed_secret, challenge, tries_left`,
  params: [int8, text, int8, timestamptz],
  row: { sealedSecret: nullable(bytea), challenge: nullable(text), triesLeft: int4 },
});

const deleteSetupsStatement = defineStatement({
  name: 'kernel.deleteFactorSetups',
  text: 'delete from factor_setups where member_id = $1',
  params: [int8],
});

export type FactorKind = 'totp' | 'passkey';

export interface NewSetup extends Caller {
  kind: FactorKind;
  /** Of an authenticator. */
  sealedSecret?: Uint8Array;
  /** For a passkey. */
  challenge?: string;
  tries: number;
  /** Epoch ms. */
  expiresAt: number;
}

/** Begins; an unfinished setup of the same kind ends. */
export async function beginSetup(tx: Tx, setup: NewSetup): Promise<void> {
  const { memberId, kind, sessionId, sealedSecret, challenge, tries, expiresAt } = setup;
  await tx.run(putSetupStatement, [
    memberId,
    kind,
    sessionId,
    sealedSecret ?? null,
    challenge ?? null,
    tries,
    expiresAt,
  ]);
}

/** Costs a try; undefined when none is left, or there is no setup of this session, or it has expired. */
export function trySetup(
  tx: Tx,
  { memberId, sessionId, kind }: Caller & { kind: FactorKind },
  at: number,
): Promise<RowOf<typeof trySetupQuery> | undefined> {
  return tx.maybe(trySetupQuery, [memberId, kind, sessionId, at]);
}

/**
 * Ends all set-ups of the member. Call it when a factor is added: one that was begun with the login password alone must not be
 * finished beside it.
 */
export async function endSetups(tx: Tx, memberId: number): Promise<void> {
  await tx.run(deleteSetupsStatement, [memberId]);
}
