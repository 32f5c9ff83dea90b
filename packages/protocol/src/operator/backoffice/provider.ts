/** What goes to a provider of identities and comes back, for a sign-in and for a link (ADR 109). */
import { Type } from 'typebox';
import { Time } from '../../fields.ts';

export const ProviderVisit = Type.Object({
  url: Type.String({ description: 'at the provider' }),
  ticket: Type.String({ description: 'stays in the browser, and goes with the answer' }),
  expiresAt: Time(),
});

export const ProviderReturn = {
  ticket: Type.String({ minLength: 1, maxLength: 64 }),
  answer: Type.String({
    minLength: 1,
    maxLength: 8_192,
    description: 'the query of the address to which the provider sent the browser back',
  }),
};
