/** Texts of monitoring. */
import { formatAmount } from '@tern/ui';
import type { RuleVersion, Unit } from './api.ts';

const countOf = (count: number, one: string, many: string) =>
  `${count} ${count === 1 ? one : many}`;

const units = {
  USDT: 'USDT',
  percent: '%',
  times: '×',
  count: '',
  seconds: 's',
  hours: 'h',
  days: 'd',
} as const satisfies Record<Unit, string>;

/** 10,000,000 */
export const whole = (value: number) => formatAmount(String(value), { locale: 'en', places: 0 });

export const monitoringTexts = {
  title: 'Rules of alerts',
  back: 'Cases',
  all: 'All rules',
  line: (on: number, waiting: number) =>
    [
      on === 0 ? 'No rule is on yet' : `${countOf(on, 'rule', 'rules')} on`,
      ...(waiting > 0
        ? [`${countOf(waiting, 'proposal waits', 'proposals wait')} for a second person`]
        : []),
    ].join(', ') + '. A hit stops nothing.',
  list: 'Rules',
  rule: 'A hit opens a case or joins it. Customers never see one.',
  heads: {
    rule: 'Rule',
    state: 'State',
    hits: 'Hits, 30 d',
    last: 'Last',
    points: 'Points',
  },
  states: { on: 'On', off: 'Off', never: 'Not agreed yet', waits: '1 of 2' },
  version: (version: number) => `Version ${version}`,
  units,
  withUnit: (value: number, unit: Unit) =>
    units[unit] === '' ? whole(value) : `${whole(value)} ${units[unit]}`,
  form: {
    title: 'Values',
    titleWaits: 'Proposed values',
    bounds: (min: number, max: number) => `From ${whole(min)} to ${whole(max)}`,
    wrong: (min: number, max: number) => `A whole number from ${whole(min)} to ${whole(max)}.`,
    points: 'Points of a hit in its case',
    state: 'The rule is',
    on: 'On',
    off: 'Off',
    propose: 'Propose',
    proposeKey: 'propose',
    question: (version: number) => `Propose version ${version}?`,
    lead: 'A second person of compliance has to agree. Until then nothing changes.',
    hint: 'For colleagues. Why these values?',
    proposed: 'Proposed. It waits for a second person.',
    unchanged: 'These values are in force already.',
  },
  people: {
    title: 'Two people',
    you: 'You',
    words: { proposed: 'Proposed', deciding: 'Deciding', waits: 'Waits' },
    waitsFor: 'Another person of compliance',
    agree: 'Agree',
    decline: 'Decline',
    withdraw: 'Withdraw',
    agreeQuestion: (version: number) => `Agree to version ${version}?`,
    declineQuestion: (version: number) => `Decline version ${version}?`,
    agreeLead: 'From now on it looks at what is new. The version before ends.',
    declineLead: 'What is in force stays.',
    hint: 'For colleagues.',
    agreed: 'Agreed. The rule looks from now on.',
    declined: 'Declined.',
    withdrawn: 'Withdrawn.',
    turnsOff: 'The rule is switched off.',
    turnsOn: 'The rule is switched on.',
    points: 'Points',
    none: 'none',
  },
  replay: {
    title: 'Replay over the past',
    lead: 'What these values would have found. It opens nothing. Your look is logged.',
    from: 'First day, UTC',
    until: 'Last day, UTC',
    days: (days: number) => `${days} d`,
    run: 'Replay',
    runKey: 'replay',
    running: 'Reading these days…',
    done: (hits: number) => `${countOf(hits, 'hit', 'hits')} found.`,
    figures: {
      hits: 'Hits',
      customers: 'Customers with a hit',
      looked: 'Customers looked at',
      busiest: 'Most on one day',
    },
    none: 'Nothing would have been found.',
    stale: 'The values or days have changed since this replay.',
    examples: 'Newest examples',
  },
  hits: {
    title: 'Hits',
    aside: 'newest 50',
    none: 'No hit yet',
    noneText: 'What the rule finds from now on stands here and in its case.',
    customer: 'Customer',
    found: 'What was found',
    when: 'When',
    case: 'Case',
    noCase: 'none',
    version: 'Version',
  },
  history: {
    title: 'Versions',
    none: 'No version yet.',
    states: {
      open: 'Waits',
      agreed: 'Agreed',
      declined: 'Declined',
      withdrawn: 'Withdrawn',
    } as const satisfies Record<RuleVersion['state'], string>,
    by: (login: string, decidedBy: string) =>
      decidedBy === '' || decidedBy === login ? login : `${login}, ${decidedBy}`,
  },
  outcomes: { cleared: 'Cleared', reported: 'Reported' },
} as const;
