/** Why a transfer may belong to a customer: matching facts and their sources. */
import { DateText } from '@tern/ui';
import type { ReactNode } from 'react';
import { ExactAmount } from '../../kernel/exact-amount.tsx';
import { texts } from '../../kernel/texts.ts';
import type { Candidate } from './api.ts';
import styles from './chain.module.css';

const SIGNS = ['amount', 'coin', 'time', 'address'] as const;

export function CandidateReasons({ candidate }: { candidate: Candidate }) {
  const { strays } = texts.chain;
  const { signs, request, addressOn, earlier } = candidate;
  const fitting = SIGNS.filter((sign) => signs[sign]);
  const reasons: ReactNode[] = [
    ...(request === null
      ? []
      : [
          <span key="request">
            <ExactAmount value={request.num} unit={request.coinname} />{' '}
            {strays.reasons.request(request.czline, request.recordNo)}{' '}
            <DateText at={request.CreatedAt} detail="short" />.
          </span>,
        ]),
    ...(addressOn === null ? [] : [<span key="address">{strays.reasons.address(addressOn)}</span>]),
    ...(earlier === 0 ? [] : [<span key="earlier">{strays.reasons.earlier(earlier)}</span>]),
  ];
  return (
    <span className={styles.reasons}>
      <span>
        {strays.agree(fitting.length)}
        {fitting.length > 0 && `: ${fitting.map((sign) => strays.signs[sign]).join(', ')}`}
      </span>
      {reasons}
    </span>
  );
}
