/** One product: its stages, what the pending version changes, who agrees, orders, and what may be done. */
import { Button, ButtonLink, CoinMark, formatDate, Note, Pill } from '@tern/ui';
import { useState } from 'react';
import { pageOf } from '../../../kernel/list-controls.tsx';
import { Loaded } from '../../../kernel/loaded.tsx';
import { pages } from '../../../kernel/pages.ts';
import { Checks } from '../../../kernel/review/checks.tsx';
import { DecisionBar } from '../../../kernel/review/decision-bar.tsx';
import { type ReviewDetail, useReview } from '../../../kernel/review/review.ts';
import { type ReviewDecision, useDecision } from '../../../kernel/review/use-decision.ts';
import { Page } from '../../../kernel/page.tsx';
import { usePermission } from '../../../kernel/session.ts';
import { texts } from '../../../kernel/texts.ts';
import { hrefOf, useAddress } from '../../../platform/address.ts';
import {
  type Kind,
  type Lang,
  type Product,
  useTreasury,
  useProduct,
  type Version,
} from './api.ts';
import { MemberPreview } from './member-preview.tsx';
import { Owed } from './obligation-bars.tsx';
import { type Asked, ProductActs } from './product-acts.tsx';
import { Orders, Versions } from './product-tables.tsx';
import styles from './products.module.css';
import { Agreement, ShortBy, Steps, VersionChanges } from './version-changes.tsx';
import { inForceOf, pendingOf } from './view-model.ts';
import { productTexts } from './texts.ts';

const back = { href: hrefOf(pages.products), label: productTexts.products.back };

export function ProductDetail({ id, kinds }: { id: string; kinds: readonly Kind[] }) {
  const [lang, setLang] = useState<Lang>('en');
  const query = useProduct(id, lang);
  const kind = kinds.find((each) => each.kind === query.data?.kind);
  if (query.data !== undefined && kind !== undefined) {
    return <Detail product={query.data} kind={kind} lang={lang} onLang={setLang} />;
  }
  return (
    <Page back={back} title={texts.nav.products}>
      <Loaded query={query}>{() => null}</Loaded>
    </Page>
  );
}

interface DetailProps {
  product: Product;
  kind: Kind;
  /** Of the preview. */
  lang: Lang;
  onLang: (lang: Lang) => void;
}

/** With the review of a proposed version: it is decided here as in the queue. */
function Detail(props: DetailProps) {
  const proposed = props.product.versions.find(({ state }) => state === 'proposed');
  const review = useReview(proposed?.reviewId);
  return review.data === undefined || proposed === undefined ? (
    <ProductPage {...props} />
  ) : (
    <Reviewed key={review.data.ID} {...props} review={review.data} />
  );
}

function Reviewed({ review, ...props }: DetailProps & { review: ReviewDetail }) {
  return <ProductPage {...props} decision={useDecision(review)} />;
}

function ProductPage({
  product,
  kind,
  lang,
  onLang,
  decision,
}: DetailProps & { decision?: ReviewDecision }) {
  const { params } = useAddress();
  const [asked, setAsked] = useState<Asked>();
  const { versions, name, coinname } = product;
  const [current, pending] = [inForceOf(versions), pendingOf(versions)];
  const shown = pending ?? current ?? versions[0];
  return (
    <Page
      back={back}
      lead={<CoinMark symbol={coinname} size={36} />}
      title={name}
      pills={<StatusPill product={product} />}
      line={<Line product={product} kind={kind} />}
      actions={<Actions product={product} onAsk={setAsked} />}
      side={<MemberPreview versions={versions} lang={lang} onLang={onLang} />}
      isSideWide
      foot={
        <>
          <Foot product={product} onAsk={setAsked} />
          {decision?.rights.isOpen && <DecisionBar decision={decision} />}
        </>
      }
    >
      <Steps product={product} />
      {shown?.short && <ShortBy short={shown.short} />}
      {shown !== undefined && (
        <VersionChanges
          fields={kind.fields}
          version={shown}
          before={shown === pending ? current : undefined}
        />
      )}
      {shown !== undefined && <Agreement version={shown} />}
      {decision?.rights.isOpen && <ReadFacts decision={decision} />}
      <ByDay />
      <Orders id={String(product.ID)} page={pageOf(params)} />
      <Versions product={product} fields={kind.fields} />
      <ProductActs product={product} asked={asked} onEnd={() => setAsked(undefined)} />
    </Page>
  );
}

/** What is checked and approved. */
function ReadFacts({ decision }: { decision: ReviewDecision }) {
  const { review, rights, isOver, isChanged, acknowledged } = decision;
  return (
    <>
      {isOver && <Note kind="warn">{texts.review.claimOver}</Note>}
      {isChanged && (
        <div role="alert">
          <Note kind="warn">{texts.review.changed}</Note>
          <Button isSmall onPress={decision.readAgain}>
            {texts.review.readAgain}
          </Button>
        </div>
      )}
      <Checks
        review={review}
        rights={rights}
        acknowledged={acknowledged}
        onAcknowledge={decision.acknowledge}
        isUnchanged={!isChanged}
      />
    </>
  );
}

/** Of all products, as it is paid from the same money. */
function ByDay() {
  const treasury = useTreasury();
  const link = (
    <a href={hrefOf(pages.products, { show: 'treasury' })}>{productTexts.products.treasuryTitle}</a>
  );
  return <Loaded query={treasury}>{(data) => <Owed treasury={data} aside={link} />}</Loaded>;
}

function StatusPill({ product }: { product: Product }) {
  const { products: labels } = productTexts;
  const pending = pendingOf(product.versions);
  if (pending !== undefined && pending.state in labels.pending) {
    const textOf = labels.pending[pending.state as keyof typeof labels.pending];
    return <Pill kind="review">{textOf(pending.version)}</Pill>;
  }
  const { stage } = product;
  return <Pill kind={stage === 'open' ? 'done' : 'neutral'}>{labels.stages[stage]}</Pill>;
}

function Line({ product, kind }: { product: Product; kind: Kind }) {
  const { products: labels } = productTexts;
  const { orders, holders } = product;
  return `${kind.label} · ${labels.orders(orders)} · ${labels.holders(holders)}`;
}

interface ActionsProps {
  product: Product;
  onAsk: (asked: Asked) => void;
}

function Actions({ product, onAsk }: ActionsProps) {
  const { products: labels } = productTexts;
  const mayWrite = usePermission('products.propose');
  const pending = pendingOf(product.versions);
  if (!mayWrite) return null;
  const isEditable = pending === undefined || pending.state === 'draft';
  return (
    <>
      {isEditable && (
        <ButtonLink isSmall href={hrefOf(pages.products, { id: String(product.ID), edit: '1' })}>
          {labels.edit}
        </ButtonLink>
      )}
      {inForceOf(product.versions)?.takesOrders === true && (
        <Button isSmall kind="outline" onPress={() => onAsk({ act: 'close' })}>
          {labels.close}
        </Button>
      )}
    </>
  );
}

/** What holds now and what may be done about the pending version. */
function Foot({ product, onAsk }: ActionsProps) {
  const { products: labels } = productTexts;
  const mayWrite = usePermission('products.propose');
  const pending = pendingOf(product.versions);
  const isDraft = pending?.state === 'draft';
  return (
    <div className={styles.foot}>
      <p>{footText(product, pending)}</p>
      {pending !== undefined && mayWrite && (
        <Button isSmall kind="outline" onPress={() => onAsk({ act: 'withdraw', version: pending })}>
          {isDraft ? labels.discard : labels.withdraw}
        </Button>
      )}
      {pending?.state === 'proposed' && pending.reviewId !== null && (
        <ButtonLink
          isSmall
          kind="outline"
          href={hrefOf(pages.queue, { id: String(pending.reviewId) })}
        >
          {labels.review}
        </ButtonLink>
      )}
      {pending !== undefined && isDraft && mayWrite && (
        <Button isSmall kind="primary" onPress={() => onAsk({ act: 'propose', version: pending })}>
          {labels.propose}
        </Button>
      )}
    </div>
  );
}

function footText(product: Product, pending: Version | undefined) {
  const { foot } = productTexts.products;
  if (pending?.state === 'draft') return foot.draft;
  if (pending?.state === 'proposed') return foot.proposed;
  if (pending?.state === 'scheduled') {
    return foot.scheduled(formatDate(pending.effectiveAt, { locale: 'en', detail: 'short' }));
  }
  const newest = product.versions[0]?.version ?? 0;
  return product.stage === 'closed' ? foot.closed : foot.open(newest + 1, product.version);
}
