/** The result of a right and a wrong call, in equal size, and the break-even rate. */
import { formatDecimal, negate } from '@tern/money';
import { AmountText, FinePrint, Text } from '@tern/ui';
import type { ContractTerms } from '../../../../kernel/contract-terms.ts';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { breakEvenCalls } from '../contract-view.ts';
import type { StakeForm } from '../use-stake-form.ts';
import styles from './contract.module.css';
import { useReturnText } from './duration-choice.tsx';

export function Outlook({ terms, form }: { terms: ContractTerms; form: StakeForm }) {
  const t = useT();
  const returnText = useReturnText();
  const { asset, places } = terms;
  const loss = form.stake === undefined ? undefined : formatDecimal(negate(form.stake));
  const calls = String(breakEvenCalls(form.ratio));
  return (
    <div>
      <dl className={styles.outlook}>
        <div>
          <dt>{t('futures.ifRight')}</dt>
          <Text as="dd" size="strong" breaksAnywhere>
            <AmountText isSigned value={form.profit} places={places} unit={asset} />
          </Text>
        </div>
        <div>
          <dt>{t('futures.ifWrong')}</dt>
          <Text as="dd" size="strong" breaksAnywhere>
            <AmountText isSigned value={loss} places={places} unit={asset} />
          </Text>
        </div>
      </dl>
      <FinePrint>{t('futures.breakEven', { ratio: returnText(form.ratio), calls })}</FinePrint>
    </div>
  );
}
