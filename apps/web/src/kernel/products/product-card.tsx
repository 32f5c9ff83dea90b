/** Cards of the pages `/stake/*`: a product, an order of one, and the member's summary above them. */
import {
  chevronRightIcon,
  CoinMark,
  type Figure,
  Figures,
  Icon,
  Pressable,
  ProgressBar,
  Stack,
} from '@tern/ui';
import type { ReactNode } from 'react';
import type { PageLink } from '../../platform/navigation/links.ts';
import styles from './products.module.css';

export interface ProductHeadProps {
  /** The coin whose logo is shown. */
  symbol: string;
  logo?: string | undefined;
  name: string;
  /** Next to the name: the coin, or a pill. */
  aside?: ReactNode;
  /** Below the name: "Shared · pays in BTC". */
  note: ReactNode;
  /** On the right: a rate or an amount, and what it is. */
  value: ReactNode;
  valueNote: string;
}

/** The head of a card and of a product's page. */
export function ProductHead(props: ProductHeadProps) {
  const { symbol, logo, name, aside, note, value, valueNote } = props;
  return (
    <div className={styles.head}>
      <CoinMark symbol={symbol} logo={logo} size={40} />
      <div className={styles.name}>
        <h2>
          <span>{name}</span>
          {aside && <span className={styles.aside}>{aside}</span>}
        </h2>
        <p>{note}</p>
      </div>
      <div className={styles.rate}>
        <b>{value}</b>
        <p>{valueNote}</p>
      </div>
    </div>
  );
}

export interface ProductCardProps extends ProductHeadProps {
  link: PageLink;
  /** Below the hairline. */
  children: ReactNode;
}

export function ProductCard({ link, children, ...head }: ProductCardProps) {
  return (
    <Pressable {...link} className={styles.card}>
      <ProductHead {...head} />
      <div className={styles.foot}>{children}</div>
    </Pressable>
  );
}

export interface OrderCardProps extends ProductHeadProps {
  link: PageLink;
  /** The term; absent while it has not started. */
  progress?: { day: number; days: number; label: string } | undefined;
  figures: readonly Figure[];
}

export function OrderCard({ link, progress, figures, ...head }: OrderCardProps) {
  return (
    <ProductCard link={link} {...head}>
      {progress && (
        <Stack gap={8} size="label" tone="soft">
          <p>{progress.label}</p>
          <ProgressBar value={progress.day} max={progress.days} label={progress.label} />
        </Stack>
      )}
      <Figures isRow items={figures} />
    </ProductCard>
  );
}

export interface ProductSummaryProps {
  /** The member's orders. */
  link: PageLink;
  figures: readonly Figure[];
}

export function ProductSummary({ link, figures }: ProductSummaryProps) {
  return (
    <Pressable {...link} className={styles.summary}>
      <Figures items={figures} />
      <Icon of={chevronRightIcon} size={16} />
    </Pressable>
  );
}

/** The column of a list: summary, cards and risk line, with their gaps. */
export function ProductColumn({ children }: { children: ReactNode }) {
  return <div className={styles.column}>{children}</div>;
}
