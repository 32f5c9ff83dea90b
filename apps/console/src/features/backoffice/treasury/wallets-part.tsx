/** The wallets that withdrawals are paid from, as their chains report them. */
import { AmountText, formatAmount, StateBlock, Text } from '@tern/ui';
import { amountInWords, ExactAmount, Figure } from '../../../kernel/exact-amount.tsx';
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

/** What is on the chain and not in the ledger yet, or the other way round. */
const named = ['arrived', 'paid', 'fees'] as const;
const negated = (value: string) => (value.startsWith('-') ? value.slice(1) : `-${value}`);

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
    cell: ({ hot, asset, signer }) =>
      hot === null ? (
        <Text tone="faint">{labels.silent}</Text>
      ) : (
        <>
          <Figure value={hot} unit={asset} />
          {signer && asset !== null && (
            <small className={styles.note}>
              {labels.signer(amountInWords(signer.out, asset), amountInWords(signer.cap, asset))}
            </small>
          )}
        </>
      ),
  },
  {
    key: 'unswept',
    head: heads.unswept,
    isNumber: true,
    cell: ({ unswept, sweeps, sweepsWait, asset }) =>
      unswept !== null && (
        <>
          <Figure value={unswept} unit={asset} />
          {sweeps > 0 && <small className={styles.note}>{labels.sweeps(inWords(sweeps))}</small>}
          {sweepsWait && (
            <small className={styles.note}>
              <b>{labels.sweepsWait}</b>
            </small>
          )}
        </>
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
  {
    key: 'held',
    head: heads.held,
    isNumber: true,
    cell: ({ counted, asset }) =>
      counted && (
        <>
          <Figure value={counted.held} unit={asset} />
          <small className={styles.note}>
            {labels.atBlock} <AmountText value={String(counted.height)} places={0} />
          </small>
        </>
      ),
  },
  {
    key: 'ledger',
    head: heads.ledger,
    isNumber: true,
    cell: ({ counted, asset }) =>
      counted && (
        <>
          <Figure value={counted.ledger} unit={asset} />
          {named
            .filter((name) => counted[name] !== '0')
            .map((name) => (
              <small key={name} className={styles.note}>
                {labels.named[name]}{' '}
                <ExactAmount
                  value={name === 'arrived' ? counted[name] : negated(counted[name])}
                  unit={asset}
                  isBare
                  isSigned
                />
              </small>
            ))}
        </>
      ),
  },
  {
    key: 'difference',
    head: heads.difference,
    isNumber: true,
    cell: ({ counted, asset }) =>
      counted &&
      (counted.difference === '0' ? (
        labels.same
      ) : (
        <Text as="span" tone="alert">
          <ExactAmount value={counted.difference} unit={asset} isBare isSigned />
        </Text>
      )),
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
