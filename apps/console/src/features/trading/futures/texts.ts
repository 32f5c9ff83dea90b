/** Texts of result alarms. */
import { formatAmount } from '@tern/ui';

export const alarmTexts = {
  alarms: {
    lead: 'Short-contract results that chance can’t explain. Fair results raise at most one alarm in a hundred years; bursts are explained where they are listed.',
    list: 'Result alarms',
    show: 'Show',
    shows: { open: 'To review', reviewed: 'Reviewed' },
    none: 'No unusual results',
    noneText: 'All accounts, all markets and the total are within their limits.',
    noneReviewed: 'No alarms reviewed yet',
    house: 'All contracts',
    heads: {
      subject: 'Whose results',
      side: 'Result',
      wins: 'Won',
      winsLimit: 'Limit',
      net: 'Customers’ net, USDT',
      netLimit: 'Limit, USDT',
      raised: 'Outside limits since',
    },
    sides: {
      account: { above: 'Wins too much', below: 'Loses too much' },
      market: { above: 'Customers win too much', below: 'Customers lose too much' },
      house: { above: 'Customers win too much', below: 'Customers lose too much' },
    },
    won: (wins: number, decided: number) => `${count(wins)} of ${count(decided)}`,
    limit: (side: 'above' | 'below', wins: number) =>
      `${side === 'above' ? 'at most' : 'at least'} ${count(wins)}`,
    meaning: {
      account: {
        above:
          'This customer may know prices before they are published, or be able to predict them.',
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
      updated: 'Figures as of',
      reviewed: 'Reviewed',
      by: 'By',
      reason: 'Reason',
    },
    burst: {
      meaning:
        'Results within ten minutes, of one account or of accounts that share a device or address, that chance doesn’t explain. These accounts open no new contracts until two people have looked; money, withdrawals and running contracts go on.',
      stopped: 'Accounts',
      first: 'First look',
      none: 'nobody yet',
      side: 'Burst of wins',
      done: 'Recorded; a second person looks too',
    },
    half: '50%',
    customer: 'Open customer',
    review: 'Mark as reviewed',
    ask: 'Mark this alarm as reviewed?',
    confirm: 'Mark reviewed',
    follows:
      'It leaves this list. It is raised again if results are still outside the limits after twice as many contracts.',
    hint: 'Shown in the audit log.',
    done: 'Marked as reviewed',
  },
} as const;

/** "1,315" */
function count(value: number): string {
  return formatAmount(String(value), { locale: 'en', places: 0 });
}
