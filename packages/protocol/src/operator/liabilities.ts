/** Wire of snapshots of liabilities for operators (ADR 53). */
import { Type } from 'typebox';
import { defineCall } from '../call.ts';
import { Id, NoFields } from '../fields.ts';

export const operatorLiabilitiesCalls = {
  askSnapshot: defineCall({
    auth: 'operator',
    movesMoney: false,
    rate: 'money',
    roles: ['auditor', 'approver'],
    method: 'POST',
    path: '/operator/liabilities/ask',
    summary:
      'Asks for a snapshot of what is owed to all members, besides the daily one. It begins within a minute.',
    input: NoFields(),
    output: Type.Object({ ID: Id('number of the snapshot') }),
    codes: [],
  }),
};
