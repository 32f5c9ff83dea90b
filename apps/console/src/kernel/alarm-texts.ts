/** The words of result alarms. */
import { formatAmount } from '@tern/ui';

export const alarmTexts = {
  alarms: {
    lead: 'Results of short contracts outside what chance allows. Fair results raise at most one alarm in a hundred years.',
    list: 'Result alarms',
    show: 'Show',
    shows: { open: 'To review', reviewed: 'Reviewed' },
    none: 'No results outside chance',
    noneText: 'Every account, market and the house are within their limits.',
    noneReviewed: 'No alarm was reviewed yet',
    house: 'All contracts',
    heads: {
      subject: 'Whose results',
      side: 'Result',
      wins: 'Won',
      winsLimit: 'Limit',
      net: 'Members’ net, USDT',
      netLimit: 'Limit, USDT',
      raised: 'Outside since',
    },
    sides: {
      account: { above: 'Wins too much', below: 'Loses too much' },
      market: { above: 'Members win too much', below: 'Members lose too much' },
      house: { above: 'Members win too much', below: 'Members lose too much' },
    },
    won: (wins: number, decided: number) => `${count(wins)} of ${count(decided)}`,
    limit: (side: 'above' | 'below', wins: number) =>
      `${side === 'above' ? 'at most' : 'at least'} ${count(wins)}`,
    meaning: {
      account: {
        above: 'Somebody may know prices before they are published, or a way to predict them.',
        below: 'Check the contracts’ evidence: results may have been turned against this customer.',
      },
      market: {
        above: 'Prices of this market may be predictable. Consider pausing its contracts.',
        below: 'Check the evidence of this market’s contracts: its prices may have been steered.',
      },
      house: {
        above: 'Prices may be predictable, or known to some before they are published.',
        below: 'Check the evidence of contracts: prices or results may have been steered.',
      },
    },
    facts: {
      counted: 'Counted since',
      share: 'Won share',
      expected: 'Expected',
      expectedNet: 'Expected net',
      ties: 'Ties, not counted',
      updated: 'Figures of',
      reviewed: 'Reviewed',
      by: 'By',
      reason: 'Reason',
    },
    half: '50%',
    customer: 'Open customer',
    review: 'Mark as reviewed',
    ask: 'Mark this alarm as reviewed?',
    confirm: 'Mark reviewed',
    follows:
      'It leaves the list. It is raised again once twice as many contracts have been counted and results are still outside.',
    hint: 'Colleagues read it in the audit log.',
    done: 'Marked as reviewed',
  },
} as const;

/** "1,315" */
function count(value: number): string {
  return formatAmount(String(value), { locale: 'en', places: 0 });
}
