/** The dry run: what was tried of a listing, and what was found. */
import {
  Button,
  checkIcon,
  DateText,
  Icon,
  Inline,
  Note,
  Stack,
  Text,
  warningIcon,
} from '@tern/ui';
import { Part } from '../../../../kernel/page.tsx';
import { texts as all } from '../../../../kernel/texts.ts';
import type { Checked } from './api.ts';
import styles from './steps.module.css';
import { listingTexts as texts } from './texts.ts';

const GROUPS = ['coin', 'networks', 'market', 'sources', 'opening'] as const;

type Check = Checked['checks'][number];

export function passedOf({ checks }: Checked): string {
  return texts.check.passed(checks.filter(({ isPassed }) => isPassed).length, checks.length);
}

interface CheckStepProps {
  readonly checked: Checked | undefined;
  readonly isBusy: boolean;
  onRun(): void;
}

export function CheckStep({ checked, isBusy, onRun }: CheckStepProps) {
  return (
    <Part
      title={checked === undefined ? texts.steps.check : passedOf(checked)}
      aside={
        checked !== undefined && (
          <Inline gap={12} align="center" isWrapped>
            <Text as="span" size="label" tone="soft">
              <DateText at={checked.at} detail="short" />,{' '}
              {texts.check.took(Math.round(checked.tookMs / 100) / 10)}
            </Text>
            <Button isSmall isBusy={isBusy} onPress={onRun}>
              {texts.check.again}
            </Button>
          </Inline>
        )
      }
    >
      <Stack gap={16}>
        <Text as="p" tone="soft">
          {texts.check.lead}
        </Text>
        {checked === undefined && (
          <div>
            <Button kind="primary" isBusy={isBusy} onPress={onRun}>
              {texts.check.run}
            </Button>
          </div>
        )}
        {checked !== undefined && <Found checks={checked.checks} />}
      </Stack>
    </Part>
  );
}

function Found({ checks }: { checks: readonly Check[] }) {
  return (
    <>
      {checks.some(({ isPassed }) => !isPassed) && (
        <Note kind="warn">{texts.check.failedNote}</Note>
      )}
      <div className={styles.checks}>
        {GROUPS.map((group) => {
          const ofGroup = checks.filter((check) => check.group === group);
          if (ofGroup.length === 0) return null;
          return (
            <Stack key={group} gap={8}>
              <h3>{texts.check.groups[group]}</h3>
              <ul>
                {ofGroup.map((check) => (
                  <Line key={check.name} check={check} />
                ))}
              </ul>
            </Stack>
          );
        })}
      </div>
    </>
  );
}

function Line({ check: { name, isPassed, detail } }: { check: Check }) {
  const text = all.checks[name]?.[isPassed ? 0 : 1] ?? name;
  return (
    <li className={isPassed ? undefined : styles.failed}>
      <Icon of={isPassed ? checkIcon : warningIcon} size={18} />
      <span>
        {text}
        <small>{detail}</small>
      </span>
    </li>
  );
}
