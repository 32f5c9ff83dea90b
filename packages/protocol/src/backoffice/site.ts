/** API of site: the configuration of this installation. */
import { Type } from 'typebox';
import { defineCall } from '../call.ts';
import { NoFields, Time } from '../fields.ts';
import { publicRead } from '../presets.ts';

const Text = (description: string) =>
  Type.String({ description: `${description}; empty if not configured` });

export const siteCalls = {
  site: defineCall({
    ...publicRead,
    path: '/base/site',
    summary: 'Returns the site configuration: version, mode, server time, enabled features.',
    input: NoFields(),
    output: Type.Object({
      version: Type.String(),
      mode: Type.Union([Type.Literal('paper'), Type.Literal('live')]),
      serverTime: Time(),
      isReadOnly: Type.Boolean({
        description: 'true: calls that change something are refused with 5006',
      }),
      features: Type.Array(Type.String(), { description: 'slugs of the enabled features' }),
      priceSource: Type.String({ description: "'simulated' or the live sources' names" }),
      demoInvitation: Type.Optional(
        Type.String({ description: 'in paper mode: an invitation code that anyone may use' }),
      ),
    }),
    codes: [],
  }),
  operator: defineCall({
    ...publicRead,
    path: '/base/operator',
    summary:
      'Returns who operates this installation: legal name, registration as a money services business and where to check it, office.',
    input: NoFields(),
    output: Type.Object({
      name: Text('legal name'),
      msb: Type.Union(
        [
          Type.Object({
            number: Type.String({ description: 'registration number' }),
            registry: Type.String({ description: 'name of the public registry' }),
            url: Type.String({ description: 'https address of the search of the registry' }),
          }),
          Type.Null(),
        ],
        { description: 'null if no registration is configured' },
      ),
      office: Type.Union(
        [
          Type.Object({
            address: Type.String(),
            latitude: Type.Number({ minimum: -90, maximum: 90 }),
            longitude: Type.Number({ minimum: -180, maximum: 180 }),
          }),
          Type.Null(),
        ],
        { description: 'null if no office is configured' },
      ),
      licence: Type.Union(
        [
          Type.Object({
            countries: Type.Array(Type.String(), { description: 'ISO 3166 codes' }),
            validUntil: Type.String({ description: 'its last day, YYYY-MM-DD' }),
          }),
          Type.Null(),
        ],
        { description: 'what the licence covers; null in paper mode' },
      ),
    }),
    codes: [],
  }),
};
