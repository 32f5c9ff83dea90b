/** Bans, freezes and verifies with a reason that the customer reads, and takes each back. */
import { Button, ConfirmDialog, Select, TextField } from '@tern/ui';
import { useState } from 'react';
import { useAct } from '../../kernel/act.ts';
import styles from '../../kernel/room.module.css';
import { useHasRole } from '../../kernel/session.ts';
import { texts } from '../../kernel/texts.ts';
import type { Customer } from './api.ts';

const VERIFIED = 2;
const HOURS_MAX = 72;

type Act = keyof typeof texts.customers.acts;

/** What can be done with a customer as they stand. */
function actsFor(customer: Customer, isReviewer: boolean): readonly Act[] {
  const { isBanned, isFrozen, realNameStatus } = customer;
  const verifying = realNameStatus === VERIFIED ? 'unverify' : 'verify';
  return [
    isFrozen ? 'unfreeze' : 'freeze',
    isBanned ? 'unban' : 'ban',
    ...(isReviewer ? ([verifying] as const) : []),
  ];
}

function useStandingAct(customer: Customer) {
  const told = () => texts.customers.done;
  const standing = useAct('POST /operator/customer/setStanding', told);
  const verified = useAct('POST /operator/customer/setVerified', told);
  const ID = String(customer.ID);
  return {
    isBusy: standing.isBusy || verified.isBusy,
    run(act: Act, given: { reason: string; hours: number }, done: () => void) {
      const { reason, hours } = given;
      if (act === 'verify' || act === 'unverify') {
        verified.run({ ID, reason, isVerified: act === 'verify' }, done);
      } else {
        standing.run({ ID, act, reason, ...(act === 'freeze' ? { hours } : {}) }, done);
      }
    },
  };
}

export function StandingForm({ customer }: { customer: Customer }) {
  const isReviewer = useHasRole('reviewer');
  const [reason, setReason] = useState('');
  const [hours, setHours] = useState(String(HOURS_MAX));
  const [asked, setAsked] = useState<Act>();
  const act = useStandingAct(customer);
  const { standing, acts } = texts.customers;
  const words = reason.trim();
  return (
    <section className={styles.part}>
      <h2>{standing.title}</h2>
      <div className={styles.form}>
        <TextField
          label={standing.reason}
          hint={standing.reasonHint}
          name="standing-reason"
          maxLength={500}
          value={reason}
          onChange={setReason}
        />
        {!customer.isFrozen && (
          <Select
            label={standing.hours}
            options={['1', '12', '24', '72'].map((key) => ({
              key,
              label: texts.review.hours(Number(key)),
            }))}
            value={hours}
            onChange={setHours}
          />
        )}
        <div className={styles.buttons}>
          {actsFor(customer, isReviewer).map((each) => (
            <Button key={each} isSmall isDisabled={words === ''} onPress={() => setAsked(each)}>
              {acts[each]}
            </Button>
          ))}
        </div>
      </div>
      <ConfirmDialog
        isOpen={asked !== undefined}
        question={standing.question(asked === undefined ? '' : acts[asked], customer.ID)}
        confirmLabel={asked === undefined ? '' : acts[asked]}
        confirmKind="danger"
        cancelLabel={texts.review.keep}
        isBusy={act.isBusy}
        onCancel={() => setAsked(undefined)}
        onConfirm={() => {
          if (asked === undefined) return;
          act.run(asked, { reason: words, hours: Number(hours) }, () => {
            setAsked(undefined);
            setReason('');
          });
        }}
      >
        {standing.reads} <b>{words}</b>
      </ConfirmDialog>
    </section>
  );
}
