/** The terms of networks, which operators change by versions and pauses (rules §6, ADR 25). */
import { amount, bool, text } from '../../platform/database/columns.ts';
import { defineQuery, defineStatement, type RowOf } from '../../platform/database/query.ts';
import type { TermsSource, TermsSubject } from '../terms/terms-book.ts';

const row = {
  asset: text,
  network: text,
  name: text,
  depositMin: amount,
  depositMax: amount,
  depositFee: amount,
  withdrawMin: amount,
  withdrawMax: amount,
  withdrawFee: amount,
  takesDeposits: bool,
  takesWithdrawals: bool,
  depositsPaused: bool,
  withdrawalsPaused: bool,
} as const;

const COLUMNS = `an.asset, an.network, n.name, an.deposit_min, an.deposit_max, an.deposit_fee, an.withdraw_min, an.withdraw_max,
  an.withdraw_fee, an.takes_deposits, an.takes_withdrawals, an.deposits_paused, an.withdrawals_paused`;

const allTerms = defineQuery({
  name: 'kernel.allNetworkTerms',
  text: `select ${COLUMNS} from asset_networks an join networks n on n.code = an.network
    join assets a on a.code = an.asset order by a.id, an.position`,
  params: [],
  row,
});

const lockTerms = defineQuery({
  name: 'kernel.lockNetworkTerms',
  text: `select ${COLUMNS} from asset_networks an join networks n on n.code = an.network
    where an.asset = $1 and an.network = $2 for update of an`,
  params: [text, text],
  row,
});

const putTerms = defineStatement({
  name: 'kernel.putNetworkTerms',
  text: `update asset_networks set deposit_min = $3, deposit_max = $4, deposit_fee = $5, withdraw_min = $6, withdraw_max = $7,
      withdraw_fee = $8, takes_deposits = $9, takes_withdrawals = $10
    where asset = $1 and network = $2`,
  params: [text, text, amount, amount, amount, amount, amount, amount, bool, bool],
});

const pauseDeposits = defineStatement({
  name: 'kernel.pauseDeposits',
  text: 'update asset_networks set deposits_paused = $3 where asset = $1 and network = $2',
  params: [text, text, bool],
});

const pauseWithdrawals = defineStatement({
  name: 'kernel.pauseWithdrawals',
  text: 'update asset_networks set withdrawals_paused = $3 where asset = $1 and network = $2',
  params: [text, text, bool],
});

function subjectOf(found: RowOf<typeof allTerms>): TermsSubject {
  const { asset, network, name } = found;
  return {
    key: `network.${asset}.${network}`,
    kind: 'network',
    asset,
    network,
    name,
    terms: {
      inMin: found.depositMin,
      inMax: found.depositMax,
      inFee: found.depositFee,
      outMin: found.withdrawMin,
      outMax: found.withdrawMax,
      outFee: found.withdrawFee,
      takesIn: found.takesDeposits,
      takesOut: found.takesWithdrawals,
    },
    isPausedIn: found.depositsPaused,
    isPausedOut: found.withdrawalsPaused,
  };
}

export const networkTerms: TermsSource = {
  kind: 'network',
  without: [],
  all: async (reader) => (await reader.many(allTerms, [])).map(subjectOf),
  async lock(tx, key) {
    const [, asset = '', network = ''] = key.split('.');
    const found = await tx.maybe(lockTerms, [asset, network]);
    return found && subjectOf(found);
  },
  async put(tx, { asset, network }, terms) {
    const { inMin, inMax, inFee, outMin, outMax, outFee, takesIn, takesOut } = terms;
    const amounts = [inMin, inMax, inFee, outMin, outMax, outFee] as const;
    await tx.run(putTerms, [asset, network, ...amounts, takesIn, takesOut]);
  },
  async setPaused(tx, { asset, network }, { direction, isPaused }) {
    const statement = direction === 'in' ? pauseDeposits : pauseWithdrawals;
    await tx.run(statement, [asset, network, isPaused]);
  },
};
