/** The result of checking the log: headline, what was found, the checks, and what this device keeps. */
import {
  Card,
  DateText,
  formatDate,
  formatPrice,
  KeyValue,
  KeyValues,
  Note,
  Stack,
  useNumberLocale,
} from '@tern/ui';
import {
  CheckCard,
  CheckGroup,
  CheckHeadline,
  CheckRow,
} from '../../../../kernel/check-headline.tsx';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import type { KeptLog, KeptLoss } from '../../../../kernel/public-log/kept-log.ts';
import type { LogView, ShownCheckpoint } from '../view-log.ts';
import styles from './check-result.module.css';

const TITLES = {
  intact: 'public-log.intact',
  first: 'public-log.first',
  forked: 'public-log.forked',
  shrunk: 'public-log.shrunk',
  unproven: 'public-log.unproven',
  otherKey: 'public-log.otherKey',
} as const;

const NOTES = {
  forked: 'public-log.forkedText',
  shrunk: 'public-log.shrunkText',
  unproven: 'public-log.unprovenText',
  otherKey: 'public-log.otherKeyText',
} as const;

export interface CheckResultProps {
  /** Undefined before the first check. */
  kept: KeptLog | undefined;
  view: LogView | undefined;
  /** The check that runs, or could not; undefined when it has a result. */
  progress: 'running' | 'notRun' | undefined;
}

export function CheckResult({ kept, view, progress }: CheckResultProps) {
  const t = useT();
  const isFound = view !== undefined && view.state in NOTES;
  return (
    <Stack gap={12}>
      {progress !== undefined && !isFound ? (
        <CheckHeadline
          look={progress}
          title={t(progress === 'running' ? 'public-log.checking' : 'public-log.notChecked')}
        >
          {progress === 'notRun' && t('public-log.notReached')}
        </CheckHeadline>
      ) : (
        view && <Found view={view} />
      )}
      {isFound && <Contrast view={view} />}
      {kept?.loss && <Loss loss={kept.loss} />}
      {kept && view && progress === undefined && <Checks kept={kept} view={view} />}
      {kept && view && <Kept kept={kept} view={view} />}
      <p className={styles.text}>{t('public-log.intro')}</p>
      <p className={styles.limits}>{t('public-log.limits')}</p>
    </Stack>
  );
}

function Found({ view: { state, at } }: { view: LogView }) {
  const t = useT();
  const locale = useNumberLocale();
  const isFinding = state in NOTES;
  const time = formatDate(at, { locale });
  return (
    <>
      <CheckHeadline look={isFinding ? 'failed' : 'done'} title={t(TITLES[state])}>
        {t(isFinding ? 'public-log.foundAt' : 'public-log.checkedAt', { time })}
      </CheckHeadline>
      {isFinding && (
        <Note kind="warn">
          <p>{t(NOTES[state as keyof typeof NOTES])}</p>
          <p>{t('public-log.keep')}</p>
        </Note>
      )}
      {state === 'first' && <p className={styles.text}>{t('public-log.firstText')}</p>}
    </>
  );
}

/** A declared loss stays here for good: it is no proof of anything, and the member decides. */
function Loss({ loss: { key, declaredAt } }: { loss: KeptLoss }) {
  const t = useT();
  const locale = useNumberLocale();
  return (
    <Note kind="warn">
      <p>
        <b>{t('public-log.loss')}</b>
      </p>
      <p>{t('public-log.lossText', { time: formatDate(declaredAt, { locale }) })}</p>
      <p className={styles.root}>{key}</p>
    </Note>
  );
}

/** What the log said before and after, one below the other. */
function Contrast({ view: { earlier, later } }: { view: LogView }) {
  const t = useT();
  return (
    <Card>
      <Side title={t('public-log.then')} checkpoint={earlier} />
      <Side title={t('public-log.now')} checkpoint={later} />
    </Card>
  );
}

function Side({ title, checkpoint }: { title: string; checkpoint: ShownCheckpoint | undefined }) {
  return (
    checkpoint && (
      <section className={styles.side}>
        <h2>{title}</h2>
        <KeyValues>
          <Size checkpoint={checkpoint} />
        </KeyValues>
      </section>
    )
  );
}

function Size({ checkpoint: { size, root } }: { checkpoint: ShownCheckpoint }) {
  const t = useT();
  const count = useCount();
  return (
    <>
      <KeyValue name={t('public-log.entries')} value={count(size)} />
      <KeyValue name={t('public-log.root')} value={<span className={styles.root}>{root}</span>} />
    </>
  );
}

/** Checks that did not take place are not listed. */
function Checks({ kept, view: { state, kept: checkpoint } }: { kept: KeptLog; view: LogView }) {
  const t = useT();
  const count = useCount();
  const isSigned = state !== 'otherKey';
  return (
    <CheckCard>
      <CheckGroup>
        <CheckRow
          name={t('public-log.signed')}
          pass={isSigned}
          found={isSigned ? kept.origin : t('public-log.differs')}
        />
        {isSigned && state !== 'first' && (
          <CheckRow
            name={t('public-log.continues')}
            pass={state === 'intact'}
            found={state === 'intact' ? count(checkpoint?.size ?? 0) : t('public-log.differs')}
          />
        )}
      </CheckGroup>
    </CheckCard>
  );
}

function Kept({ kept, view }: { kept: KeptLog; view: LogView }) {
  const t = useT();
  const count = useCount();
  return (
    <Card>
      <section className={styles.side}>
        <h2>{t('public-log.kept')}</h2>
        <KeyValues>
          {view.kept && view.earlier === undefined && <Size checkpoint={view.kept} />}
          <KeyValue
            name={t('public-log.since')}
            value={<DateText at={kept.since} detail="minute" />}
          />
          <KeyValue
            name={t('public-log.lastChecked')}
            value={<DateText at={kept.checkedAt} detail="minute" />}
          />
          <KeyValue name={t('public-log.checks')} value={count(kept.checks)} />
        </KeyValues>
      </section>
    </Card>
  );
}

function useCount(): (value: number) => string {
  const locale = useNumberLocale();
  return (value) => formatPrice(String(value), { locale });
}
