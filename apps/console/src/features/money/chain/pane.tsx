/** One stuck transfer: head, facts, question, and a footer with the reason and the proposal. */
import { Button, ButtonLink, chevronLeftIcon, Icon, Pill, Text } from '@tern/ui';
import type { FormEvent, ReactNode } from 'react';
import { ExactAmount } from '../../../kernel/exact-amount.tsx';
import { pages } from '../../../kernel/pages.ts';
import { ReasonField } from '../../../kernel/reason.tsx';
import { usePermission } from '../../../kernel/session.ts';
import { texts } from '../../../kernel/texts.ts';
import { hrefOf, useAddress } from '../../../platform/address.ts';
import { Facts, toastClearance } from '../../../kernel/page.tsx';
import styles from './chain.module.css';
import { chainTexts } from './texts.ts';

export interface PaneProps {
  /** For a screen reader. */
  name: string;
  amount: string;
  unit: string;
  pill: string;
  line: ReactNode;
  facts: readonly (readonly [name: string, value: ReactNode])[];
  /** The review that waits for a second person. */
  reviewId: number | null;
  /** The question with its answers; absent if there is nothing to decide. */
  question?: ReactNode;
  /** Why no proposal is possible yet. */
  obstacle?: ReactNode;
  propose?: { isBusy: boolean; isReady: boolean; run: () => void };
  /** Instead of a proposal: done by one person, without a reason unless it has one. */
  atOnce?: { label: string; hint: string; hasReason?: boolean };
  reason: string;
  onReason: (reason: string) => void;
  /** The field of what the customer reads; the reason beside it is for operators. */
  message?: ReactNode;
}

/** The list's own parameters, without those of what is open. */
export const listOf = ({
  ref: _ref,
  withdrawal: _withdrawal,
  payout: _payout,
  entry: _entry,
  bank: _bank,
  ...list
}: Readonly<Record<string, string>>): Readonly<Record<string, string>> => list;

/** On a phone: back to the list. */
export function BackLink() {
  const { params } = useAddress();
  return (
    <a className={styles.back} href={hrefOf(pages.chain, listOf(params))}>
      <Icon of={chevronLeftIcon} size={18} />
      {chainTexts.chain.back}
    </a>
  );
}

export function Pane(props: PaneProps) {
  const { name, amount, unit, pill, line, facts, reviewId, question, obstacle } = props;
  const mayPropose = usePermission('transfers.handle');
  const { chain } = chainTexts;
  const isOpen = reviewId === null && mayPropose && question !== undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    props.propose?.run();
  };
  return (
    <article className={styles.article} aria-label={name}>
      <header className={styles.paneHead}>
        <div>
          <BackLink />
          <h2>
            <ExactAmount value={amount} unit={unit} />
            <Pill kind="review" dot="self">
              {pill}
            </Pill>
          </h2>
          <p>{line}</p>
        </div>
        {reviewId !== null && (
          <ButtonLink isSmall href={hrefOf(pages.queue, { id: String(reviewId) })}>
            {chain.review}
          </ButtonLink>
        )}
      </header>
      <form className={styles.form} onSubmit={submit}>
        <div className={styles.body}>
          <Facts className={styles.facts} rows={facts} />
          {obstacle}
          {isOpen && question}
        </div>
        {isOpen && (
          <footer ref={toastClearance} className={styles.foot}>
            {(props.atOnce?.hasReason ?? props.atOnce === undefined) && (
              <>
                {props.message}
                <ReasonField
                  label={texts.reason.inner}
                  hint={texts.reason.innerHint}
                  value={props.reason}
                  onChange={props.onReason}
                />
              </>
            )}
            <div>
              <p>{props.atOnce?.hint ?? chain.agreed}</p>
              <Button
                type="submit"
                kind="primary"
                isBusy={props.propose?.isBusy ?? false}
                isDisabled={props.propose?.isReady !== true}
              >
                {props.atOnce?.label ?? chain.propose}
              </Button>
            </div>
          </footer>
        )}
      </form>
    </article>
  );
}

export interface AnswersProps<K extends string> {
  question: string;
  /** Shown next to the question. */
  aside: string;
  /** Before the options. */
  note?: ReactNode;
  options: readonly { key: K; label: string; hint: ReactNode; field?: ReactNode }[];
  value: K | undefined;
  onChange: (key: K) => void;
}

/** No answer is preselected. */
export function Answers<K extends string>(props: AnswersProps<K>) {
  const { question, aside, note, options, value, onChange } = props;
  return (
    <fieldset className={styles.answers}>
      <legend>{question}</legend>
      <Text size="label" tone="faint">
        {aside}
      </Text>
      {note}
      {options.map(({ key, label, hint, field }) => (
        <div key={key} className={styles.answer} data-on={value === key || undefined}>
          <label>
            <input
              type="radio"
              name="answer"
              checked={value === key}
              onChange={() => onChange(key)}
            />
            <span>
              <b>{label}</b>
              <span>{hint}</span>
            </span>
          </label>
          {value === key && field}
        </div>
      ))}
    </fieldset>
  );
}
