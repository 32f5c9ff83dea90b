/** New passkeys of operators in the review queue (ADR 23). */
import { createHash } from 'node:crypto';
import type { ReviewKind } from '../../../../kernel/review/review-kind.ts';
import { isoTime } from '../../../../platform/clock.ts';
import {
  endPasskeyRequest,
  insertPasskey,
  passkeyRequestById,
  passkeysOf,
  type PasskeyRequest,
} from '../store-passkeys.ts';
import { ownRequestKind } from './own-request-kind.ts';

export const OPERATOR_KEY = 'operatorKey';

export const passkeyKind = (): ReviewKind =>
  ownRequestKind<PasskeyRequest>({
    kind: OPERATOR_KEY,
    letter: 'PK',
    read: (reader, id) => reader.one(passkeyRequestById, [id]),
    facts: ({ name, credentialId, publicKey }) => {
      const key = createHash('sha256').update(publicKey).digest('hex');
      return { name, credentialId, key };
    },
    async rows(reader, { operatorId, name, isSynced, createdAt }) {
      const keys = await reader.many(passkeysOf, [operatorId]);
      return [
        ['New key', name],
        ['Kept', isSynced ? 'by the account of a provider' : 'on one device'],
        ['Created', isoTime(createdAt)],
        ['Keys that work', keys.map((key) => key.name).join(', ') || 'none'],
      ];
    },
    named: ({ name }) => name,
    begin(tx, request, at) {
      const { operatorId, credentialId, publicKey, signCount, transports, isSynced, name, seal } =
        request;
      const key = { credentialId, publicKey, signCount, transports, isSynced, name, seal };
      return insertPasskey(tx, { ...key, operatorId, createdAt: at });
    },
    end: (tx, { id, state, at }) => tx.run(endPasskeyRequest, [id, state, at]),
  });
