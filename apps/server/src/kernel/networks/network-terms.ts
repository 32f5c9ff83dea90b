/** The terms of networks, which operators change by versions and pauses (ADR 25). */
import { amount, bool, text } from '../../platform/database/columns.ts';
import { defineQuery, defineStatement, type RowOf } from '../../platform/database/query.ts';
import { termsRow, type TermsSource, type TermsSubject } from '../terms/terms-registry.ts';

const row = { asset: text, network: text, name: text, ...termsRow } as const;

const COLUMNS = `an.asset, an.network, n.name, an.deposit_min as in_min, an.deposit_max as in_max, an.deposit_fee as in_fee,
  an.withdraw_min as out_min, an.withdraw_max as out_max, an.withdraw_fee as out_fee,
  an.takes_deposits as takes_in, an.takes_withdrawals as takes_out,
  an.deposits_paused as is_paused_in, an.withdrawals_paused as is_paused_out`;

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

const setPaused = defineStatement({
  name: 'kernel.pauseNetwork',
  text: `update asset_networks set deposits_paused = case $3 when 'in' then $4 else deposits_paused end,
      withdrawals_paused = case $3 when 'out' then $4 else withdrawals_paused end
    where asset = $1 and network = $2`,
  params: [text, text, text, bool],
});

function subjectOf(found: RowOf<typeof allTerms>): TermsSubject {
  const { asset, network, name, isPausedIn, isPausedOut, ...terms } = found;
  const key = `network.${asset}.${network}`;
  return { key, kind: 'network', asset, network, name, terms, isPausedIn, isPausedOut };
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
    await tx.run(setPaused, [asset, network, direction, isPaused]);
  },
};
