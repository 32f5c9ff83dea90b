/** API of the public log's keys. The log itself is static files under `/log/` (docs/public-log.md). */
import { Type } from 'typebox';
import { defineCall } from '../call.ts';
import { Fields, IdIn, ListOf, NoFields, pageFields, Time } from '../fields.ts';
import { publicRead } from '../presets.ts';

const LogKeyRow = Type.Object({
  ID: Type.Integer({ minimum: 1 }),
  CreatedAt: Time(),
  key: Type.String({
    pattern: '^[^\\s+]+\\+[0-9a-f]{8}\\+[A-Za-z0-9+/=]+$',
    description: 'the public key as `name+id+base64`, the spelling of C2SP signed-note',
  }),
  receipt: Type.Union([Type.String(), Type.Null()], {
    description:
      'proves the entry of the log that introduced this key, signed by the key before it (C2SP tlog-proof); null for the first key',
  }),
  loss: Type.Union([Type.String(), Type.Null()], {
    description:
      'proves the entry of the log in which two operators declared that this key signs in place of lost ones; null for all others',
  }),
});

const CheckpointRow = Type.Object({
  ID: Type.Integer({ minimum: 1, description: 'entries of the log' }),
  CreatedAt: Time(),
  root: Type.String({ description: 'base64' }),
  witnesses: Type.Array(Type.String(), {
    description: 'names of those whose signatures under it verify',
  }),
});

export const publicLogCalls = {
  logKeys: defineCall({
    ...publicRead,
    path: '/public-log/keys',
    summary: 'Lists the keys that sign checkpoints of the public log, newest first.',
    input: NoFields(),
    output: Type.Object({
      origin: Type.String({ description: "the log's name, the first line of its checkpoints" }),
      list: Type.Array(LogKeyRow),
    }),
    codes: [],
  }),
  logCheckpoints: defineCall({
    ...publicRead,
    path: '/public-log/checkpoints',
    summary:
      'Lists checkpoints of the public log as they were published, newest first; each is a file, `/log/checkpoint/<ID>`.',
    input: Fields(pageFields),
    output: ListOf(CheckpointRow),
    codes: [],
  }),
  recordReceipt: defineCall({
    method: 'GET',
    path: '/public-log/receipt',
    summary:
      'Returns the receipt of a financial record: all that its round did for the member, and the proof that the public log contains it.',
    auth: 'member',
    movesMoney: false,
    rate: 'money',
    input: Fields({ ID: IdIn() }),
    output: Type.Object({
      receipt: Type.String({
        description: 'a text that verifies offline (C2SP tlog-proof), to be kept as a file',
      }),
    }),
    codes: [5006, 5007],
  }),
};
