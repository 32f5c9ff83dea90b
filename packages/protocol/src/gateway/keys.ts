/** API of members' keys, with which a member lets a program trade (ADR 21). */
import { Type } from 'typebox';
import { defineCall } from '../call.ts';
import { Fields, Id, IdIn, NoData, NoFields, Time } from '../fields.ts';
import { memberRead, memberSecret } from '../presets.ts';

const Scope = Type.Union([Type.Literal('read'), Type.Literal('trade')]);

export const ApiKeyRow = Type.Object({
  ID: Id(),
  CreatedAt: Time(),
  name: Type.String(),
  accessKey: Type.String(),
  scopes: Type.Array(Scope, { description: 'never withdrawals' }),
  ips: Type.Array(Type.String(), { description: 'addresses and CIDR ranges; empty: all' }),
  lastUsedAt: Type.Union([Time(), Type.Null()]),
});

export const keysCalls = {
  createApiKey: defineCall({
    ...memberSecret,
    path: '/apiKey/createApiKey',
    summary: 'Creates an API key. The secret is returned only here. Requires the login password.',
    input: Fields({
      name: Type.String({ minLength: 1, maxLength: 40 }),
      scopes: Type.Array(Scope, { minItems: 1, maxItems: 2, description: 'trade includes read' }),
      ips: Type.Optional(
        Type.Array(Type.String({ maxLength: 50 }), {
          maxItems: 20,
          description: 'addresses and CIDR ranges that may use the key; absent or empty: all',
        }),
      ),
      password: Type.Optional(Type.String({ maxLength: 200, description: 'the login password' })),
    }),
    output: Type.Object({ apiKey: ApiKeyRow, secret: Type.String() }),
    codes: [4011, 5010, 5012, 5017, 5019],
  }),
  getApiKeyList: defineCall({
    ...memberRead,
    path: '/apiKey/getApiKeyList',
    summary: "Lists the member's API keys, oldest first, without secrets.",
    input: NoFields(),
    output: Type.Object({ list: Type.Array(ApiKeyRow), max: Type.Integer() }),
    codes: [],
  }),
  deleteApiKey: defineCall({
    method: 'DELETE',
    path: '/apiKey/deleteApiKey',
    summary: 'Deletes an API key and closes its open connections.',
    auth: 'member',
    movesMoney: false,
    rate: 'secret',
    input: Fields({ ID: IdIn() }),
    output: NoData(),
    codes: [5007],
  }),
};
