/** The catalogue: the list by stage next to the open product, form or treasury page; on a narrow screen, one at a time. */
import {
  bankIcon,
  ButtonLink,
  classNames,
  CoinMark,
  Icon,
  Inline,
  plusIcon,
  StateBlock,
  usersIcon,
} from '@tern/ui';
import { formatDate } from '@tern/ui';
import { Loaded } from '../../../kernel/loaded.tsx';
import { pages } from '../../../kernel/pages.ts';
import { KeysHint } from '../../../kernel/page.tsx';
import rowStyles from '../../../kernel/row-list.module.css';
import { usePermission } from '../../../kernel/session.ts';
import { texts } from '../../../kernel/texts.ts';
import { hrefOf, useAddress } from '../../../platform/address.ts';
import { type Kind, type Listed, useKinds, useProducts } from './api.ts';
import { TreasuryPage } from './treasury-page.tsx';
import { ProductDetail } from './product-detail.tsx';
import { EditForm, NewForm } from './product-form.tsx';
import styles from './products.module.css';
import { byStage } from './view-model.ts';
import { productTexts } from './texts.ts';

export function ProductsScreen() {
  const { params } = useAddress();
  const hasPane = ['id', 'new', 'show'].some((name) => params[name] !== undefined);
  return (
    <div className={classNames(styles.screen, hasPane && styles.hasPane)}>
      <section className={styles.list} aria-label={texts.nav.products}>
        <List />
        <KeysHint />
      </section>
      <section className={styles.pane}>
        <Pane params={params} />
      </section>
    </div>
  );
}

function Pane({ params }: { params: Readonly<Record<string, string>> }) {
  const kinds = useKinds();
  const mayWrite = usePermission('products.propose');
  const { id, new: kind } = params;
  if (id === undefined && kind === undefined) return <TreasuryPage />;
  return (
    <Loaded query={kinds}>
      {(all) => {
        if (id !== undefined && params['edit'] === '1' && mayWrite)
          return <EditForm key={`edit ${id}`} id={id} kinds={all} />;
        if (id !== undefined) return <ProductDetail key={id} id={id} kinds={all} />;
        if (!mayWrite) return <TreasuryPage />;
        return (
          <NewForm key={kind} kind={all.find((each) => each.kind === kind) ?? all[0]} kinds={all} />
        );
      }}
    </Loaded>
  );
}

function List() {
  const products = useProducts();
  const kinds = useKinds();
  const { params } = useAddress();
  const mayWrite = usePermission('products.propose');
  const { products: labels } = productTexts;
  const first = kinds.data?.[0]?.kind;
  return (
    <>
      <header className={styles.head}>
        <h1>{texts.nav.products}</h1>
        {mayWrite && first !== undefined && (
          <ButtonLink isSmall icon={plusIcon} href={hrefOf(pages.products, { new: first })}>
            {labels.new}
          </ButtonLink>
        )}
      </header>
      <div className={styles.scroll}>
        <a
          className={rowStyles.row}
          href={hrefOf(pages.products, { show: 'treasury' })}
          aria-current={params['show'] === 'treasury' || undefined}
          data-row
        >
          <span className={rowStyles.icon}>
            <Icon of={bankIcon} size={18} />
          </span>
          <span className={rowStyles.lines}>
            <span className={rowStyles.line}>
              <b>{labels.treasuryTitle}</b>
            </span>
          </span>
        </a>
        <Loaded query={products}>
          {(list) =>
            list.length === 0 ? (
              <StateBlock kind="empty" title={labels.none} />
            ) : (
              byStage(list).map(({ stage, rows }) => (
                <section key={stage} className={classNames(rowStyles.group, styles.group)}>
                  <h2>{labels.stages[stage]}</h2>
                  <ul aria-label={labels.stages[stage]}>
                    {rows.map((row) => (
                      <li key={row.ID}>
                        <Row row={row} kinds={kinds.data ?? []} />
                      </li>
                    ))}
                  </ul>
                </section>
              ))
            )
          }
        </Loaded>
      </div>
    </>
  );
}

function Row({ row, kinds }: { row: Listed; kinds: readonly Kind[] }) {
  const { params } = useAddress();
  const { products: labels } = productTexts;
  const kind = kinds.find((each) => each.kind === row.kind)?.label ?? row.kind;
  const version = labels.version(row.pendingVersion ?? row.version);
  return (
    <a
      className={rowStyles.row}
      href={hrefOf(pages.products, { id: String(row.ID) })}
      aria-current={params['id'] === String(row.ID) || undefined}
      data-row
    >
      <CoinMark symbol={row.coinname} size={34} />
      <span className={rowStyles.lines}>
        <span className={rowStyles.line}>
          <b title={row.name}>{row.name}</b>
          <Side row={row} />
        </span>
        <span className={rowStyles.line}>
          <span>{`${kind} · ${version}`}</span>
        </span>
      </span>
    </a>
  );
}

/** Who writes the draft, when the version takes effect, or how many customers hold the product. */
function Side({ row: { stage, by, effectiveAt, holders } }: { row: Listed }) {
  if (stage === 'draft') return <span>{by}</span>;
  if (stage === 'open') {
    return (
      <Inline
        as="span"
        gap={4}
        align="center"
        isInText
        title={productTexts.products.holders(holders)}
      >
        <Icon of={usersIcon} size={14} />
        {holders}
      </Inline>
    );
  }
  return (
    <span>
      {effectiveAt === null ? '' : formatDate(effectiveAt, { locale: 'en', detail: 'date' })}
    </span>
  );
}
