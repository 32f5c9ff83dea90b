/** A draft of a listing, step by step: saved as it is typed, tried, and proposed to a second person. */
import { Button, CoinMark, ConfirmDialog, DateText, Note, Pill, Text } from '@tern/ui';
import { useState } from 'react';
import { useAct } from '../../../../kernel/act.ts';
import { Page, Part } from '../../../../kernel/page.tsx';
import { openReview, pages } from '../../../../kernel/pages.ts';
import { PeopleList, PersonLine } from '../../../../kernel/people-list.tsx';
import { ReasonDialog } from '../../../../kernel/reason.tsx';
import { goTo, hrefOf } from '../../../../platform/address.ts';
import { type Checked, type Choices, type Listing, type Saved, useSaved } from './api.ts';
import { CheckStep, passedOf } from './check-step.tsx';
import { CoinStep, NetworksStep, type StepProps } from './coin-steps.tsx';
import { type Draft, logoOfDraft, NEW_DRAFT, nameOfDraft, type Step, STEPS } from './draft.ts';
import { Compared, Happens, Seen } from './listing-side.tsx';
import { FeesStep, MarketStep, OpeningStep, SourcesStep } from './market-steps.tsx';
import { StepList } from './step-list.tsx';
import styles from './steps.module.css';
import { listingTexts as texts } from './texts.ts';

type FormStep = Exclude<Step, 'check' | 'people'>;

const FORMS: Record<FormStep, (props: StepProps) => React.ReactNode> = {
  coin: CoinStep,
  networks: NetworksStep,
  market: MarketStep,
  sources: SourcesStep,
  fees: FeesStep,
  opening: OpeningStep,
};

const isForm = (step: Step): step is FormStep => step in FORMS;

export function DraftPage({
  listing,
  choices,
}: {
  listing: Listing | undefined;
  choices: Choices;
}) {
  const [draft, setDraft] = useState<Draft>(listing?.draft ?? NEW_DRAFT);
  const [step, setStep] = useState<Step>('coin');
  const [checked, setChecked] = useState<Checked>();
  const saved = useSaved(draft, { id: listing?.ID, at: listing?.savedAt });
  const check = useAct('POST /operator/listing/check', () => texts.check.done);
  const change: StepProps['onChange'] = (next) => {
    setDraft(next);
    // They were of other terms.
    setChecked(undefined);
  };
  const run = () => {
    saved
      .now()
      .then((ID) => check.run({ ID }, setChecked))
      .catch(() => undefined);
  };
  const name = nameOfDraft(draft);
  const at = STEPS.indexOf(step);
  const Form = isForm(step) ? FORMS[step] : undefined;
  const [former, next] = [STEPS[at - 1], STEPS[at + 1]];
  return (
    <Page
      back={{ href: hrefOf(pages.markets), label: texts.all }}
      lead={
        <CoinMark
          symbol={draft.market?.base || draft.coin?.code || '?'}
          logo={logoOfDraft(draft)}
          size={40}
        />
      }
      title={name === undefined ? texts.untitled : texts.titleOf(name)}
      pills={<SavedPill saved={saved} />}
      line={`${listing === undefined ? '' : `${texts.startedBy(listing.startedBy)}. `}${texts.hidden}`}
      actions={<Discard id={saved.id} />}
      side={
        Form === undefined ? (
          <>
            <Happens opensAt={draft.startsAt} />
            <Seen draft={draft} />
          </>
        ) : (
          <>
            <Seen draft={draft} />
            {draft.market !== null && <Compared currency={draft.market.currency} />}
          </>
        )
      }
      foot={
        <div className={styles.foot}>
          <p>{texts.saves}</p>
          {former !== undefined && <Button onPress={() => setStep(former)}>{texts.back}</Button>}
          {next !== undefined && (
            <Button kind="primary" onPress={() => setStep(next)}>
              {texts.next(texts.steps[next])}
            </Button>
          )}
        </div>
      }
    >
      <div className={styles.body}>
        <StepList
          draft={draft}
          step={step}
          checked={checked && passedOf(checked)}
          onChoose={setStep}
        />
        <div className={styles.form}>
          {Form !== undefined && (
            <Part
              title={texts.steps[step]}
              aside={<span>{texts.stepOf(at + 1, STEPS.length)}</span>}
            >
              <div className={styles.form}>
                <Form draft={draft} choices={choices} onChange={change} />
              </div>
            </Part>
          )}
          {step === 'check' && <CheckStep checked={checked} isBusy={check.isBusy} onRun={run} />}
          {step === 'people' && <PeopleStep name={name ?? ''} saved={saved} />}
        </div>
      </div>
    </Page>
  );
}

function SavedPill({ saved: { state, at } }: { saved: Saved }) {
  if (state === 'failed') return <Pill kind="bad">{texts.unsaved}</Pill>;
  if (state === 'saving') return <Pill>{texts.saving}</Pill>;
  if (at === undefined) return null;
  return (
    <Pill>
      {texts.saved} <DateText at={at} detail="clock" />
    </Pill>
  );
}

function Discard({ id }: { id: number | undefined }) {
  const [isAsked, setAsked] = useState(false);
  const discard = useAct('POST /operator/listing/discard', () => texts.discarded);
  if (id === undefined) return null;
  return (
    <>
      <Button isSmall onPress={() => setAsked(true)}>
        {texts.discard}
      </Button>
      <ConfirmDialog
        isOpen={isAsked}
        question={texts.discardQuestion}
        confirmLabel={texts.discard}
        confirmKind="danger"
        cancelLabel={texts.keep}
        isBusy={discard.isBusy}
        onCancel={() => setAsked(false)}
        onConfirm={() => discard.run({ ID: id }, () => goTo(pages.markets))}
      >
        <Text as="p">{texts.discardText}</Text>
      </ConfirmDialog>
    </>
  );
}

function PeopleStep({ name, saved }: { name: string; saved: Saved }) {
  const [isAsked, setAsked] = useState(false);
  const propose = useAct('POST /operator/listing/propose', () => texts.people.done);
  return (
    <Part title={texts.people.title}>
      <PeopleList>
        <PersonLine word={texts.people.proposes}>{texts.people.first}</PersonLine>
        <PersonLine word={texts.people.waits}>{texts.people.second}</PersonLine>
      </PeopleList>
      <Note>{texts.check.failedNote}</Note>
      <div>
        <Button kind="primary" onPress={() => setAsked(true)}>
          {texts.people.ask}
        </Button>
      </div>
      <ReasonDialog
        isOpen={isAsked}
        question={texts.people.question(name)}
        confirmLabel={texts.people.ask}
        isBusy={propose.isBusy}
        onCancel={() => setAsked(false)}
        onConfirm={(reason) => {
          saved
            .now()
            .then((ID) => propose.run({ ID, reason }, openReview))
            .catch(() => undefined);
        }}
      >
        <Text as="p">{texts.people.lead}</Text>
      </ReasonDialog>
    </Part>
  );
}
