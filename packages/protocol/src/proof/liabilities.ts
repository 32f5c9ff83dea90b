/** API of liabilities: what is owed to all members. The trees are static files under `/log/liabilities/` (docs/public-log.md). */
import { Type } from 'typebox';
import { defineCall } from '../call.ts';
import { AmountOut, Id, NoFields, Time } from '../fields.ts';
import { publicRead } from '../presets.ts';

/** Snapshots in the public list. */
export const SNAPSHOTS_MAX = 60;

const SnapshotRow = Type.Object({
  ID: Id('number of the snapshot'),
  CreatedAt: Time('when the balances were read'),
  round: Type.Integer({ minimum: 0, description: 'the last round in the balances' }),
  index: Type.Integer({ minimum: 0, description: 'its entry in the public log' }),
  assets: Type.Array(
    Type.Object({
      coinname: Type.String(),
      leaves: Type.Integer({ minimum: 1, description: 'leaves of the tree' }),
      num: AmountOut('what is owed to all members together'),
    }),
    { description: 'in ASCII order; those nobody owns are missing' },
  ),
});

export const liabilitiesCalls = {
  liabilitiesSnapshots: defineCall({
    ...publicRead,
    path: '/liabilities/snapshots',
    summary: 'Lists the newest published snapshots of what is owed to all members.',
    input: NoFields(),
    output: Type.Object({ list: Type.Array(SnapshotRow) }),
    codes: [],
  }),
  balanceProof: defineCall({
    method: 'GET',
    path: '/liabilities/proof',
    summary:
      "Returns the receipt of the member's balances in the newest snapshot: the proof that the published total counts them.",
    auth: 'member',
    movesMoney: false,
    rate: 'money',
    input: NoFields(),
    output: Type.Object({
      ID: Id('number of the snapshot'),
      CreatedAt: Time('when the balances were read'),
      receipt: Type.String({
        description: 'a text that verifies offline (C2SP tlog-proof), to be kept as a file',
      }),
    }),
    codes: [5007],
  }),
};
