/** One month: its sum, profit and cost by coin, and its files. */
import { useQuery } from '@tanstack/react-query';
import {
  Button,
  Card,
  CtaBar,
  documentIcon,
  FinePrint,
  formatDate,
  IconButton,
  infoIcon,
  KeyValue,
  KeyValues,
  listIcon,
  NavBar,
  Note,
  Pill,
  ScreenBody,
  ScreenHeader,
  Select,
  SkeletonDetail,
  Text,
  useNumberLocale,
} from '@tern/ui';
import { useState } from 'react';
import { Loaded } from '../../../../kernel/loaded.tsx';
import { useRefresh } from '../../../../kernel/refresh.ts';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { useBack } from '../../../../platform/navigation/links.ts';
import { type FileFormat, type Method, monthQuery, type StatementMonth } from '../api.ts';
import { useSave } from '../use-save.ts';
import { firstDayOf, lastDayOf, sumRows } from '../view-model.ts';
import { AboutSheet } from './about-sheet.tsx';
import { CoinTable } from './coin-table.tsx';
import { Money } from './money.tsx';
import styles from './statement.module.css';

export function MonthView({ month }: { month: string }) {
  const t = useT();
  const back = useBack();
  const refresh = useRefresh();
  const locale = useNumberLocale();
  const [method, setMethod] = useState<Method>('fifo');
  const [isAsking, setAsking] = useState(false);
  const query = useQuery(monthQuery(month, method));
  const { save, saving } = useSave(month);
  const title = formatDate(firstDayOf(month), { locale, detail: 'monthName', timeZone: 'UTC' });
  const hasFiles = query.data?.addsUp === true;
  const isFinal = query.data?.isFinal === true;
  return (
    <>
      <ScreenHeader>
        <NavBar
          title={title}
          back={back}
          action={
            <IconButton
              icon={infoIcon}
              label={t('statement.about')}
              onPress={() => setAsking(true)}
            />
          }
        />
      </ScreenHeader>
      <ScreenBody foot={hasFiles ? 'cta' : 'none'} isPadded onRefresh={refresh}>
        <Loaded query={query} skeleton={<SkeletonDetail />}>
          {(data) => (
            <>
              <Head month={data} />
              <MonthSum month={data} />
              <Profit month={data} method={method} onMethod={setMethod} />
              <Notes month={data} />
              {hasFiles && isFinal && (
                <Button isFull onPress={() => save('proof')} isBusy={saving === 'proof'}>
                  {t('statement.proof')}
                </Button>
              )}
            </>
          )}
        </Loaded>
      </ScreenBody>
      {hasFiles && <Files isFinal={isFinal} saving={saving} onSave={save} />}
      <AboutSheet isOpen={isAsking} onClose={() => setAsking(false)} />
    </>
  );
}

function Head({ month: { month, worth, records, isFinal, addsUp } }: { month: StatementMonth }) {
  const t = useT();
  const locale = useNumberLocale();
  const day = formatDate(lastDayOf(month), { locale, detail: 'dayMonth', timeZone: 'UTC' });
  return (
    <section className={styles.head}>
      <div>
        <Text as="div" size="label" tone="soft">
          {isFinal ? t('statement.onIn', { day }) : t('statement.toDateIn')}
        </Text>
        <Money value={worth} look="hero" />
      </div>
      {addsUp && <Pill kind="done">{t('statement.addsUp', { count: records })}</Pill>}
    </section>
  );
}

interface ProfitProps {
  month: StatementMonth;
  method: Method;
  onMethod: (method: Method) => void;
}

function Profit({ month: { coins }, method, onMethod }: ProfitProps) {
  const t = useT();
  return (
    <>
      <div className={styles.heading}>
        <h2>{t('statement.profitAndCost')}</h2>
        <Select
          label={t('statement.method')}
          isLabelHidden
          isPlain
          options={[
            { key: 'fifo', label: t('statement.fifo') },
            { key: 'average', label: t('statement.average') },
          ]}
          value={method}
          onChange={onMethod}
        />
      </div>
      {coins.length === 0 ? (
        <p className={styles.nothing}>{t('statement.nothingSold')}</p>
      ) : (
        <CoinTable coins={coins} />
      )}
      <FinePrint>{t('statement.taxNote')}</FinePrint>
    </>
  );
}

/** What the figures do not say by themselves. */
function Notes({ month }: { month: StatementMonth }) {
  const t = useT();
  const { addsUp, isFinal, hasDayPrices, unpriced, late } = month;
  return (
    <div className={styles.notes}>
      {!addsUp && <Note kind="warn">{t('statement.checking')}</Note>}
      {addsUp && !isFinal && <Note>{t('statement.notFinal')}</Note>}
      {late > 0 && <Note>{t('statement.late', { count: late })}</Note>}
      {unpriced.length > 0 && (
        <Note>{t('statement.unpriced', { coins: unpriced.join(', ') })}</Note>
      )}
      {hasDayPrices && <FinePrint>{t('statement.dayPrices')}</FinePrint>}
    </div>
  );
}

interface FilesProps {
  isFinal: boolean;
  saving: FileFormat | undefined;
  onSave: (format: FileFormat) => void;
}

function Files({ isFinal, saving, onSave }: FilesProps) {
  const t = useT();
  if (!isFinal)
    return (
      <CtaBar>
        <Button icon={listIcon} isBusy={saving === 'csv'} onPress={() => onSave('csv')}>
          {t('statement.csvToDate')}
        </Button>
      </CtaBar>
    );
  return (
    <CtaBar>
      <Button
        kind="primary"
        icon={documentIcon}
        isBusy={saving === 'pdf'}
        onPress={() => onSave('pdf')}
      >
        PDF
      </Button>
      <Button icon={listIcon} isBusy={saving === 'csv'} onPress={() => onSave('csv')}>
        CSV
      </Button>
    </CtaBar>
  );
}

/** From the opening to the closing value as one sum. */
function MonthSum({ month }: { month: StatementMonth }) {
  const t = useT();
  const locale = useNumberLocale();
  const day = (at: string) => formatDate(at, { locale, detail: 'dayMonth', timeZone: 'UTC' });
  return (
    <Card>
      <KeyValues>
        <KeyValue
          name={t('statement.on', { day: day(firstDayOf(month.month)) })}
          value={<Money value={month.opening} />}
        />
        {sumRows(month).map(({ name, count, value, isGain }) => (
          <KeyValue
            key={name}
            name={t(name, count === undefined ? {} : { count })}
            value={<Money value={value} isGain={isGain} isSigned />}
          />
        ))}
        <KeyValue
          isTotal
          name={
            month.isFinal
              ? t('statement.on', { day: day(lastDayOf(month.month)) })
              : t('statement.today')
          }
          value={<Money value={month.worth} />}
        />
      </KeyValues>
    </Card>
  );
}
