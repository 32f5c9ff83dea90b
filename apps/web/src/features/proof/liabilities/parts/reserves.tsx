/** What the exchange holds for a total, as far as this device can prove it, coin by coin. */
import { useQuery } from '@tanstack/react-query';
import { Card, checkIcon, Icon, Note, Row, Stack, Text, VisuallyHidden } from '@tern/ui';
import {
  CheckCard,
  CheckGroup,
  CheckHeadline,
  CheckRow,
} from '../../../../kernel/check-headline.tsx';
import { Copyable } from '../../../../kernel/copyable.tsx';
import { ExactAmount } from '../../../../kernel/exact-amount.tsx';
import { Loaded } from '../../../../kernel/loaded.tsx';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import {
  type CheckedReserves,
  checkReserves,
  type CoveredAsset,
  type OfTotal,
} from '../check-reserves.ts';
import styles from './reserves.module.css';

/** Displayed at least. */
const PLACES = 2;
const HASH_ENDS = 10;

export function Reserves({ total }: { total: OfTotal }) {
  const t = useT();
  const query = useQuery({
    queryKey: ['reserves', total.snapshot],
    queryFn: async () => ({ checked: await checkReserves(total) }),
    // Every visit runs the checks.
    staleTime: 0,
    gcTime: 0,
  });
  return (
    <section className={styles.reserves}>
      <h2>{t('liabilities.reserves')}</h2>
      <Loaded query={query}>
        {({ checked }) =>
          checked === undefined ? (
            <Text tone="soft">{t('liabilities.noReserves')}</Text>
          ) : (
            <ReservesResult checked={checked} />
          )
        }
      </Loaded>
    </section>
  );
}

function ReservesResult({ checked }: { checked: CheckedReserves }) {
  const t = useT();
  const { checks, assets, blocks, unknown, isBankDeclared } = checked;
  const failed = checks.find(({ pass }) => !pass);
  return (
    <Stack gap={12}>
      {/* Never as done: whether a chain has the blocks, this device cannot see. */}
      <CheckHeadline
        look={failed === undefined ? 'notRun' : 'failed'}
        title={failed === undefined ? coverText(assets, t) : t('liabilities.notProven')}
      />
      {failed && (
        <Note kind="warn">
          {/* The text is the verifier's own, the same as in its offline command. */}
          <p lang="en">{failed.why}</p>
        </Note>
      )}
      {failed === undefined && (
        <Card isPadded={false}>
          {assets.map((asset) => (
            <AssetRow key={asset.asset} asset={asset} />
          ))}
        </Card>
      )}
      <CheckCard>
        <CheckGroup>
          {checks.map(({ name, pass }) => (
            <CheckRow key={name} name={t(`liabilities.${name}`)} pass={pass} />
          ))}
        </CheckGroup>
      </CheckCard>
      {failed === undefined && blocks.length > 0 && <Blocks blocks={blocks} />}
      <Text size="cap" tone="faint">
        {unknown.length > 0 && <>{t('liabilities.unknown', { list: unknown.join(', ') })} </>}
        {isBankDeclared && <>{t('liabilities.bank')} </>}
        {t('liabilities.reservesLimits')}
      </Text>
    </Stack>
  );
}

function coverText(assets: readonly CoveredAsset[], t: ReturnType<typeof useT>): string {
  const all = assets.length;
  const covered = assets.filter(({ isCovered }) => isCovered).length;
  return covered === all
    ? t('liabilities.reservesProven', { all })
    : t('liabilities.reservesPart', { covered, all });
}

function AssetRow({ asset: { asset, held, owed, isCovered } }: { asset: CoveredAsset }) {
  const t = useT();
  return (
    <Row
      title={asset}
      note={
        <>
          {t('liabilities.owed')} <ExactAmount value={owed} places={PLACES} />
        </>
      }
      value={
        held === '0' ? (
          t('liabilities.notProven')
        ) : (
          <>
            <ExactAmount value={held} places={PLACES} />
            {isCovered && <Icon of={checkIcon} size={18} className={styles.covered} />}
            {isCovered && <VisuallyHidden>{t('liabilities.covered')}</VisuallyHidden>}
          </>
        )
      }
    />
  );
}

function Blocks({ blocks }: Pick<CheckedReserves, 'blocks'>) {
  const t = useT();
  return (
    <Stack gap={4}>
      <Text size="cap" tone="soft">
        {t('liabilities.blocks')}
      </Text>
      {blocks.map(({ chain, number, hash }) => {
        const name = t('liabilities.block', { network: chain, number: String(number) });
        return (
          <div key={hash} className={styles.block}>
            <span>{name}</span>
            <Copyable text={hash} label={t('liabilities.copyBlock')}>
              <code>{`${hash.slice(0, HASH_ENDS)}…${hash.slice(-HASH_ENDS)}`}</code>
            </Copyable>
          </div>
        );
      })}
    </Stack>
  );
}
