/** New passkeys of operators in the review queue: a second person agrees before one works (ADR 23). */
import { createHash } from 'node:crypto';
import { operatorById } from '../../../../kernel/operators/operators.ts';
import { Refusal } from '../../../../kernel/requests/refusal.ts';
import { comparisonRow, type ReviewKind } from '../../../../kernel/review/review-kind.ts';
import { isoTime } from '../../../../platform/clock.ts';
import type { Reader } from '../../../../platform/database/database.ts';
import {
  endPasskeyRequest,
  insertPasskey,
  passkeyRequestById,
  passkeysOf,
  type PasskeyRequest,
} from '../store-passkeys.ts';

export const OPERATOR_KEY = 'operatorKey';

const requestOf = (reader: Reader, id: number): Promise<PasskeyRequest> =>
  reader.one(passkeyRequestById, [id]);

const loginOf = async (reader: Reader, operatorId: number): Promise<string> =>
  (await operatorById(reader, operatorId))?.login ?? '';

export function passkeyKind(): ReviewKind {
  return {
    kind: OPERATOR_KEY,
    letter: 'PK',
    movesMoney: false,
    approvals: 2,
    isProposal: true,
    isDecidedInReadOnly: true,
    async facts(reader, id) {
      const { operatorId, name, credentialId, publicKey } = await requestOf(reader, id);
      const key = createHash('sha256').update(publicKey).digest('hex');
      return { login: await loginOf(reader, operatorId), name, credentialId, key };
    },
    checks: () => Promise.resolve([]),
    async evidence(reader, id) {
      const { operatorId, name, isSynced, createdAt } = await requestOf(reader, id);
      const login = await loginOf(reader, operatorId);
      const keys = await reader.many(passkeysOf, [operatorId]);
      const rows: [string, string][] = [
        ['Operator', login],
        ['New key', name],
        ['Kept', isSynced ? 'by the account of a provider' : 'on one device'],
        ['Created', isoTime(createdAt)],
        ['Keys that work', keys.map((key) => key.name).join(', ') || 'none'],
      ];
      return {
        summary: `${login} · ${name} · ask the colleague before you agree`,
        columns: ['Proposed'],
        rows: rows.map(([label, value]) => comparisonRow(label, [value])),
        images: [],
      };
    },
    async approve(tx, { subjectId, operatorId, at }) {
      const request = await requestOf(tx, subjectId);
      // Also where two others would have to agree because the first approval has expired.
      if (request.operatorId === operatorId) throw new Refusal('second-person-needed');
      const { credentialId, publicKey, signCount, transports, isSynced, name, seal } = request;
      const key = { credentialId, publicKey, signCount, transports, isSynced, name, seal };
      await insertPasskey(tx, { ...key, operatorId: request.operatorId, createdAt: at });
      await tx.run(endPasskeyRequest, [subjectId, 'agreed', at]);
    },
    async reject(tx, { subjectId, at }) {
      await tx.run(endPasskeyRequest, [subjectId, 'refused', at]);
    },
  };
}
