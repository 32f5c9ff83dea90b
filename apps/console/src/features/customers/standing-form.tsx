/** Bans, freezes and verifies with a reason that the customer reads, and takes each back. */
import { Button, ConfirmDialog, Note, Select } from '@tern/ui';
import { useState } from 'react';
import { useAct } from '../../kernel/act.ts';
import { ReasonField } from '../../kernel/reason-field.tsx';
import styles from '../../kernel/room.module.css';
import { useHasRole, useSession } from '../../kernel/session.ts';
import { texts } from '../../kernel/texts.ts';
import type { Customer } from './api.ts';

const VERIFIED = 2;
const HOURS_MAX = 72;

type Act = keyof typeof texts.customers.acts;

/** What can be done with a customer as they stand: a block of another person's is confirmed or ended. */
function actsFor(customer: Customer, me: { login: string; isReviewer: boolean }): readonly Act[] {
  const { isBanned, isFrozen, realNameStatus, blocks } = customer;
  const mayConfirm = (act: string) =>
    blocks.some((block) => block.act === act && block.until !== null && block.login !== me.login);
  const verifying: Act[] = realNameStatus === VERIFIED ? ['unverify'] : ['verify'];
  if (mayConfirm('unverify')) verifying.push('confirmUnverify');
  return [
    isFrozen ? 'unfreeze' : 'freeze',
    isBanned ? 'unban' : 'ban',
    ...(mayConfirm('ban') ? (['confirmBan'] as const) : []),
    ...(me.isReviewer ? verifying : []),
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
      if (act === 'verify' || act === 'unverify' || act === 'confirmUnverify') {
        verified.run({ ID, reason, isVerified: act === 'verify' }, done);
      } else {
        const wanted = act === 'confirmBan' ? 'ban' : act;
        standing.run({ ID, act: wanted, reason, ...(act === 'freeze' ? { hours } : {}) }, done);
      }
    },
  };
}

export function StandingForm({ customer }: { customer: Customer }) {
  const isReviewer = useHasRole('reviewer');
  const login = useSession()?.operator.login ?? '';
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
        <Note>{standing.lead}</Note>
        <ReasonField
          label={standing.reason}
          hint={standing.reasonHint}
          name="standing-reason"
          isOptional
          value={reason}
          onChange={setReason}
        />
        {!customer.isFrozen && <Hours value={hours} onChange={setHours} />}
        <div className={styles.buttons}>
          {actsFor(customer, { login, isReviewer }).map((each) => (
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

function Hours({ value, onChange }: { value: string; onChange: (hours: string) => void }) {
  return (
    <Select
      label={texts.customers.standing.hours}
      options={['1', '12', '24', '72'].map((key) => ({
        key,
        label: texts.review.hours(Number(key)),
      }))}
      value={value}
      onChange={onChange}
    />
  );
}
