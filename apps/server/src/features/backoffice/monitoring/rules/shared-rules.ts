/** Rules about what several accounts share. */
import { DAY_MS } from '../../../../platform/durations.ts';
import type { FactKind } from '../facts.ts';
import { defineRule, lasting, type Rule, scan } from './rule.ts';

interface Shared {
  readonly name: string;
  readonly about: string;
  readonly facts: FactKind;
  readonly usual: number;
  textOf(accounts: number, value: string): string;
}

/** Accounts that use one thing for the first time within days. The member is one of them. */
const sharedRule = ({ name, about, facts, usual, textOf }: Shared): Rule =>
  defineRule({
    name,
    about,
    facts,
    parameters: {
      accounts: { label: 'Accounts', unit: 'count', min: 2, max: 20, usual },
      days: { label: 'First use within', unit: 'days', min: 1, max: 365, usual: 30 },
    },
    windowMs: ({ days }) => days * DAY_MS,
    find({ memberId, sightings }, { accounts, days }, since) {
      return scan(sightings, { ...since, windowMs: days * DAY_MS }, (window) => {
        const { value } = window.at(-1)!;
        const uses = window.filter((use) => use.value === value);
        const using = new Set(uses.map((use) => use.memberId));
        if (using.size < accounts || !using.has(memberId)) return undefined;
        const span = lasting(uses.at(-1)!.at - uses[0]!.at);
        return {
          since: uses[0]!.at,
          text: `${textOf(using.size, value)}, first used within ${span}`,
        };
      });
    },
  });

export const sharedAddress = sharedRule({
  name: 'Many accounts, one address',
  about: 'Several accounts withdraw to the same address for the first time within days.',
  facts: 'addresses',
  usual: 3,
  textOf: (accounts, value) => `${accounts} accounts withdrew to ${value}`,
});

export const sharedDevice = sharedRule({
  name: 'Many accounts, one device',
  about:
    'Several accounts that move money log in from the same device for the first time within days.',
  facts: 'devices',
  usual: 4,
  textOf: (accounts) => `${accounts} accounts logged in from one device`,
});
