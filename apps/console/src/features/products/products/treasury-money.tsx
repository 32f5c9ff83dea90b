/** Real treasury money: its address on each network, what arrived there, and what is held beside what customers own. */
import { Button, copyIcon, DateText, Note, Pill, Text } from '@tern/ui';
import { renderSVG } from 'uqr';
import { copyText } from '../../../kernel/copy-text.ts';
import { amountInWords, ExactAmount, Figure } from '../../../kernel/exact-amount.tsx';
import { Loaded } from '../../../kernel/loaded.tsx';
import { pages } from '../../../kernel/pages.ts';
import { Facts, Part } from '../../../kernel/page.tsx';
import { Table } from '../../../kernel/table.tsx';
import { texts } from '../../../kernel/texts.ts';
import { hrefOf } from '../../../platform/address.ts';
import {
  type TreasuryFloat,
  type TreasuryPlace,
  type TreasuryTransfer,
  useTreasuryMoney,
  useTreasuryTransfers,
} from './api.ts';
import styles from './products.module.css';
import { productTexts } from './texts.ts';

const { treasury: labels } = productTexts.products;

export function TreasuryMoney() {
  const money = useTreasuryMoney();
  return (
    <Loaded query={money}>
      {({ networks, position }) => (
        <>
          <Floats position={position} />
          {networks.length === 0 && (
            <Part title={labels.address}>
              <Text size="label" tone="soft">
                {labels.noNetwork}
              </Text>
            </Part>
          )}
          {networks.map((place) => (
            <Place key={place.network} place={place} />
          ))}
        </>
      )}
    </Loaded>
  );
}

function Floats({ position }: { position: readonly TreasuryFloat[] }) {
  const { heads } = labels;
  return (
    <Part title={labels.position}>
      {position
        .filter(({ level }) => level !== 'enough')
        .map(({ asset, float, level }) => (
          <Note key={asset} kind="warn">
            {level === 'short'
              ? labels.short(amountInWords(float.replace('-', ''), asset))
              : labels.low(amountInWords(float, asset))}
          </Note>
        ))}
      <Table
        label={labels.position}
        rows={position}
        keyOf={({ asset }) => asset}
        empty={
          <Text size="label" tone="soft">
            {labels.nothing}
          </Text>
        }
        columns={[
          {
            key: 'coin',
            head: heads.coin,
            cell: ({ asset, level }) => (
              <>
                {asset} {level !== 'enough' && <Pill kind="bad">{labels.levels[level]}</Pill>}
              </>
            ),
          },
          ...(['held', 'owed', 'lent', 'float'] as const).map((key) => ({
            key,
            head: heads[key],
            isNumber: true,
            cell: (row: TreasuryFloat) => <Figure value={row[key]} unit={row.asset} isBlankZero />,
          })),
        ]}
      />
    </Part>
  );
}

function Place({ place }: { place: TreasuryPlace }) {
  const { network, coins, address, confirmations, height, readAt, blocked } = place;
  return (
    <Part title={labels.addressOn(network)}>
      {blocked !== null && <Note kind="warn">{labels.blocked(blocked)}</Note>}
      {address === null ? (
        <Note kind="warn">{labels.unread(network)}</Note>
      ) : (
        <div className={styles.place}>
          <img
            className={styles.qr}
            alt={labels.qr(network)}
            src={`data:image/svg+xml,${encodeURIComponent(renderSVG(address))}`}
          />
          <div className={styles.placeText}>
            <p className={styles.address}>{address}</p>
            <Button isSmall icon={copyIcon} onPress={() => void copyText(address)}>
              {labels.copy}
            </Button>
            <Text size="label" tone="soft">
              {labels.warning}
            </Text>
          </div>
        </div>
      )}
      <div className={styles.reading}>
        <Facts
          rows={[
            [labels.coins, coins.join(', ')],
            [labels.confirmations, labels.after(confirmations)],
            [
              labels.read,
              height === null ? (
                labels.notRead
              ) : (
                <>
                  {labels.block(height)}, <DateText at={readAt} detail="time" />
                </>
              ),
            ],
          ]}
        />
      </div>
      {address !== null && <Seen address={address} network={network} />}
    </Part>
  );
}

/** Each is assigned to an exchange account by two people, among stuck transfers. */
function Seen({ address, network }: { address: string; network: string }) {
  const transfers = useTreasuryTransfers(address);
  const { seenHeads: heads } = labels;
  const now = texts.unmatchedStates;
  return (
    <Loaded query={transfers}>
      {(list) => (
        <Table
          label={labels.seenOn(network)}
          rows={list}
          keyOf={({ reference }) => reference}
          empty={
            <Text size="label" tone="soft">
              {labels.noneSeen}
            </Text>
          }
          columns={[
            {
              key: 'time',
              head: heads.time,
              cell: ({ seenAt }) => <DateText at={seenAt} detail="short" />,
            },
            {
              key: 'amount',
              head: heads.amount,
              isNumber: true,
              cell: ({ amount, asset }) => <ExactAmount value={amount} unit={asset} />,
            },
            {
              key: 'state',
              head: heads.state,
              cell: ({ reference, state }: TreasuryTransfer) => (
                <a className={styles.link} href={hrefOf(pages.chain, { ref: reference })}>
                  {state === 'open' ? labels.assign : now[state]}
                </a>
              ),
            },
          ]}
        />
      )}
    </Loaded>
  );
}
