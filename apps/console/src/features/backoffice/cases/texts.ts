/** Texts of cases. */
import { plainValue } from '../../../kernel/value-text.ts';
import type { Case, CaseAct, CasePart, CaseRow, Proposal, Risk, TimelineGroup } from './api.ts';
import type { Filter, GroupKey } from './view-model.ts';

const countOf = (count: number, one: string, many: string) =>
  `${count} ${count === 1 ? one : many}`;

export const caseTexts = {
  line: (open: number, late: number, second: number) =>
    [
      `${open} open`,
      ...(late > 0 ? [`${late} late`] : []),
      ...(second > 0 ? [countOf(second, 'waits', 'wait').concat(' for a second person')] : []),
    ].join(', ') + '. Support can’t see this page.',
  screening: 'Screening',
  list: 'Cases',
  closedList: 'Closed cases',
  filters: {
    open: 'Open',
    yours: 'Yours',
    late: 'Late',
    second: 'Second person',
    closed: 'Closed',
  } satisfies Record<Filter, string>,
  filterBy: 'Show',
  search: 'Name, ID or case',
  risk: 'Risk',
  risks: { low: 'Low', medium: 'Medium', high: 'High' } satisfies Record<Risk, string>,
  any: 'Any',
  groups: {
    yours: 'Yours',
    second: 'Waiting for a second person',
    nobody: 'Nobody has them',
    others: 'With colleagues',
    closed: 'Closed this week',
  } satisfies Record<GroupKey, string>,
  heads: {
    case: 'Case',
    customer: 'Customer',
    why: 'Why it was opened',
    risk: 'Risk',
    account: 'Account',
    due: 'Due',
    with: 'With',
    next: 'Next',
  },
  member: (id: number) => `ID ${id}`,
  whyOf: (why: string, alerts: number) => (alerts > 1 ? `${why}, ${alerts} alerts` : why),
  account: { free: 'Free', restricted: 'Restricted' },
  closedAt: (time: string) => `closed ${time}`,
  byHits: 'its hits',
  take: 'Take',
  taken: 'It’s yours now',
  decide: 'Decide',
  work: 'In work',
  oneOfTwo: (act: string) => `${act}, 1 of 2`,
  outcomes: { cleared: 'Cleared', reported: 'Reported' } as const,
  none: 'No case is open',
  noneText: 'A hit of screening opens one, and so can you.',
  nothing: 'No case fits',
  nothingText: 'Remove a filter to see more.',
  noClosed: 'No case was closed yet',
  rule: 'Each look at a case is logged. Customers never see that one exists.',
  keys: { take: 'take', note: 'note', open: 'open a case' },
  open: {
    button: 'Open a case',
    question: 'Open a case',
    lead: 'The customer isn’t told that a case exists, neither here nor by any call, export or statement.',
    customer: 'Customer ID',
    why: 'Why, in a few words',
    risk: 'Risk',
    reason: 'What you have seen',
    hint: 'For people of compliance and auditors.',
    missing: {
      customer: 'Enter the ID of a customer.',
      why: 'Say why in a few words.',
      reason: 'Say what you have seen.',
    },
    submit: 'Open the case',
    cancel: 'Back',
    opened: (isNew: boolean) => (isNew ? 'The case is open' : 'Added to the case that was open'),
  },
  one: {
    back: 'Cases',
    pill: (recordNo: string) => `Case ${recordNo}`,
    restrictedSince: (time: string) => `Restricted since ${time}`,
    notRestricted: 'Not restricted',
    opened: (time: string, by: string) => `opened ${time} by ${by}`,
    sources: { hit: 'screening', rule: 'a rule' } as Readonly<Record<string, string>>,
    due: (time: string, left: string) => `due ${time}, ${left}`,
    logged: 'Your look is logged',
    handOver: 'Hand over',
    with: (login: string) => `With ${login}`,
    withYou: 'With you',
    withNobody: 'With nobody',
    findings: 'Alerts',
    score: (count: number, points: number) =>
      `${countOf(count, 'alert', 'alerts')}, ${points} of 100`,
    points: (points: number) => `+${points}`,
    hitStates: {
      open: 'not decided',
      notSame: 'not the same',
      match: 'match',
      gone: 'dropped from the list',
    } as const,
    openHit: 'Open the hit',
    linked: 'Linked accounts',
    noLinked: 'No account shares a device, an address or a bank account.',
    grounds: {
      device: (_value: string, times: number) =>
        times === 1 ? 'Same device' : `Same ${times} devices`,
      destination: (value: string) => `Paid to ${value}`,
      payee: (value: string) => `Pays, or is paid by, ${value}`,
      bank: (value: string) => `Same bank account: ${value}`,
      network: (value: string) => `Signed in from ${value}`,
      inviter: () => 'Invited this customer',
      invited: () => 'Invited by this customer',
    } satisfies Record<Case['linked'][number]['ground'], (value: string, times: number) => string>,
    caseNo: (id: number) => `CS-${id}`,
    notes: 'Notes',
    notesAside: 'never seen by the customer',
    noNotes: 'Nobody has written a note.',
    levels: {
      case: 'All who read cases',
      compliance: 'Compliance only',
    } satisfies Record<Case['notes'][number]['level'], string>,
    note: 'Write a note',
    noteMissing: 'Write something.',
    level: 'Who reads it',
    addNote: 'Add',
    noteAdded: 'The note was added',
    who: 'Who it is',
    facts: {
      name: 'Verified name',
      typed: 'Name in documents',
      email: 'E-mail',
      country: 'Phone of',
      joined: 'Joined',
      identity: 'Identity',
      status: 'Account',
    },
    identities: ['not verified', 'submitted', 'verified', 'rejected'] as readonly string[],
    statuses: { frozen: 'frozen', banned: 'banned', free: 'works' },
    money: 'Money, 30 days',
    noMoney: 'Nothing came or went.',
    moneyIn: (asset: string) => `In, ${asset}`,
    moneyOut: (asset: string) => `Out, ${asset}`,
    restriction: 'Restricted, silently',
    waits: (parts: string) => `${parts} wait. Everything else goes on.`,
    reads:
      'The customer reads that it is being checked, or that it isn’t available now. No reason.',
    ends: (time: string, isAgreed: boolean) =>
      isAgreed
        ? `Two people agreed: until ${time}, or until two people decide before.`
        : `By one person: ends by itself ${time} unless a second person agrees.`,
    people: 'Two people',
    you: 'You',
    waitsFor: 'Compliance',
    words: { proposed: 'Proposed', waits: 'Waits', deciding: 'Deciding' },
    acts: {
      clear: 'Clear',
      restrict: 'Restrict',
      lift: 'Lift the restriction',
      report: 'Report',
    } satisfies Record<CaseAct, string>,
    states: {
      open: 'waits',
      agreed: 'agreed',
      declined: 'declined',
      withdrawn: 'taken back',
    } satisfies Record<Proposal['state'], string>,
    parts: {
      withdrawals: 'Withdrawals and transfers to members',
      payouts: 'Bank payouts',
      trading: 'Orders, swaps, contracts and purchases',
      deposits: 'Deposits that we approve',
    } satisfies Record<CasePart, string>,
    rule: 'Each decision needs a second person of the role Compliance.',
    closed: (outcome: string) =>
      `${outcome}. A closed case doesn’t change and is kept for five years.`,
    readsOnly: 'You read this case and don’t decide it.',
  },
  act: {
    clear: {
      question: 'Close it without a finding?',
      lead: 'With a second person. A restriction ends with it.',
      confirm: 'Ask a second person',
    },
    lift: {
      question: 'Lift the restriction?',
      lead: 'With a second person. Until then everything that waits goes on waiting.',
      confirm: 'Ask a second person',
    },
    report: {
      question: 'Report it to the authority?',
      lead: 'With a second person. The case closes as reported; a restriction lasts until its end.',
      confirm: 'Ask a second person',
    },
    restrict: {
      question: (name: string) => `Restrict ${name} until the case is decided?`,
      lead: 'The customer isn’t told that a case exists, neither here nor by any call, export or statement.',
      what: 'What waits',
      missing: 'Choose what waits.',
      alone:
        'It holds for 72 hours from now. If a second person agrees, until the case is decided, 30 days at most.',
      running:
        'A restriction is in force. What you choose replaces it once a second person agrees.',
      confirm: 'Restrict and ask a second person',
    },
    reason: 'Internal reason',
    hint: 'For people of compliance and auditors.',
    cancel: 'Back',
    sent: 'Sent to a second person',
    restricted: 'Restricted. A second person is asked.',
    agree: 'Agree',
    decline: 'Decline',
    agreeQuestion: (act: string) => `Agree: ${act.toLowerCase()}?`,
    declineQuestion: (act: string) => `Decline: ${act.toLowerCase()}?`,
    agreeLead: {
      clear: 'The case closes without a finding. A restriction ends with it.',
      restrict: 'It holds until the case is decided, 30 days at most.',
      lift: 'What waits goes on in the queue.',
      report: 'The case closes as reported.',
    } satisfies Record<CaseAct, string>,
    declineLead: 'A restriction that it began ends by itself after 72 hours.',
    agreed: 'Agreed',
    declined: 'Declined',
    withdraw: 'Take back',
    withdrawn: 'Taken back',
    handOver: {
      question: 'Hand the case over?',
      to: 'To',
      nobody: 'Nobody: it’s free for all',
      lead: 'Its due time stays.',
      confirm: 'Hand over',
      done: 'Handed over',
    },
  },
  timeline: {
    title: 'Timeline',
    show: 'Show',
    groups: {
      all: 'All',
      case: 'Case',
      money: 'Money',
      security: 'Sign-ins',
      orders: 'Orders',
      chats: 'Chats',
      acts: 'Operators',
    } satisfies Record<TimelineGroup | 'all', string>,
    none: 'Nothing yet',
    older: 'Show older',
    server: 'Server',
    order: (what: string, id: string) => {
      const [side = '', state = ''] = what.split('.');
      return `${side === 'buy' ? 'Buy' : 'Sell'} order ${id}: ${state}`;
    },
    chat: (id: string, isClosed: boolean) =>
      isClosed ? `Conversation ${id}, closed` : `Conversation ${id}`,
    /** After who did it. */
    events: {
      opened: () => 'opened the case',
      alert: (facts) => `added an alert, +${plainValue(facts['points'])}`,
      hit: (facts) =>
        `${hitWords[plainValue(facts['finding'])] ?? 'decided'} hit SH-${plainValue(facts['hitId'])}`,
      taken: () => 'took the case',
      handedOver: (facts) => `handed it over to ${plainValue(facts['to']) || 'nobody'}`,
      proposed: (facts) => `proposed: ${actWord(facts)}`,
      agreed: (facts) => `agreed: ${actWord(facts)}`,
      declined: (facts) => `declined: ${actWord(facts)}`,
      withdrawn: (facts) => `took back: ${actWord(facts)}`,
      restrictionEnded: () => 'ended the restriction: its time is over',
      closed: () => 'closed the case: all its hits are someone else’s',
    } as Readonly<Record<string, (facts: Readonly<Record<string, unknown>>) => string>>,
  },
};

const hitWords: Readonly<Record<string, string>> = {
  notSame: 'said “not the same” of',
  match: 'said “match” of',
  gone: 'found the entry dropped or changed of',
};
const actWord = (facts: Readonly<Record<string, unknown>>): string =>
  caseTexts.one.acts[facts['act'] as CaseAct]?.toLowerCase() ?? '';

export const partsInWords = (parts: readonly CaseRow['restricted'][number][]): string =>
  parts
    .map((part, at) =>
      at === 0 ? caseTexts.one.parts[part] : caseTexts.one.parts[part].toLowerCase(),
    )
    .join('; ');
