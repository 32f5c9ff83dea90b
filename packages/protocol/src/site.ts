/** Wire of site: the configuration of this installation (spec §3, §7). */
import { Type } from 'typebox';
import { defineCall } from './call.ts';
import { NoFields, Time } from './fields.ts';

export const siteCalls = {
  site: defineCall({
    method: 'GET',
    path: '/base/site',
    summary: 'Returns the site configuration: version, mode, server time, enabled features.',
    auth: 'public',
    movesMoney: false,
    rate: 'read',
    input: NoFields(),
    output: Type.Object({
      version: Type.String(),
      mode: Type.Union([Type.Literal('paper'), Type.Literal('live')]),
      serverTime: Time(),
      features: Type.Array(Type.String(), { description: 'slugs of the enabled features' }),
      priceSource: Type.String({ description: "'simulated' or the live sources' names" }),
    }),
    codes: [],
  }),
};
