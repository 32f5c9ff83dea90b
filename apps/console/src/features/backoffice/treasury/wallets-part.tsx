/** The wallets that withdrawals are paid from, as their chains report them. */
import { formatAmount, StateBlock, Text } from '@tern/ui';
import { ExactAmount, Figure } from '../../../kernel/exact-amount.tsx';
import { Loaded } from '../../../kernel/loaded.tsx';
import { Part } from '../../../kernel/page.tsx';
import { type Column, Table } from '../../../kernel/table.tsx';
import { type PayingWallet, useWallets } from './api.ts';
import { treasuryTexts } from './texts.ts';
import styles from './treasury.module.css';

const { wallets: labels } = treasuryTexts;
const { heads } = labels;
/** Our choice: for fewer transfers than this the wallet should get coins for fees. */
const FEW_SENDS = 50;

const inWords = (count: number) => formatAmount(String(count), { locale: 'en', places: 0 });

const columns: readonly Column<PayingWallet>[] = [
  {
    key: 'wallet',
    head: heads.wallet,
    cell: ({ asset, network }) => (
      <>
        {asset !== null && <b>{asset} </b>}
        {network}
      </>
    ),
  },
  {
    key: 'hot',
    head: heads.hot,
    isNumber: true,
    cell: ({ hot, asset }) =>
      hot === null ? (
        <Text tone="faint">{labels.silent}</Text>
      ) : (
        <Figure value={hot} unit={asset} />
      ),
  },
  {
    key: 'gas',
    head: heads.gas,
    isNumber: true,
    cell: ({ gas, gasCoin, sends }) =>
      gas !== null && (
        <>
          <ExactAmount value={gas} unit={gasCoin} />
          {sends !== null && (
            <small className={styles.note}>
              {sends < FEW_SENDS ? (
                <b>{labels.few(inWords(sends))}</b>
              ) : (
                labels.sends(inWords(sends))
              )}
            </small>
          )}
        </>
      ),
  },
  { key: 'address', head: heads.address, isLong: true, cell: ({ address }) => address },
];

export function WalletsPart() {
  const query = useWallets();
  return (
    <Part title={labels.title}>
      <Loaded query={query}>
        {(list) => (
          <Table
            label={labels.title}
            rows={list}
            keyOf={({ asset, network }) => `${asset} ${network}`}
            columns={columns}
            empty={<StateBlock kind="empty" title={labels.none} text={labels.noneText} />}
          />
        )}
      </Loaded>
    </Part>
  );
}
