/** The values of a rule as a form, each with its unit and bounds, and the proposal of a new version. */
import { Button, Inline, Segmented, TextField } from '@tern/ui';
import { useState } from 'react';
import { useAct } from '../../../kernel/act.ts';
import { Facts, Part } from '../../../kernel/page.tsx';
import { ReasonDialog } from '../../../kernel/reason.tsx';
import { useShortcuts } from '../../../platform/shortcuts.ts';
import type { Parameter, Rule } from './api.ts';
import styles from './monitoring.module.css';
import { monitoringTexts } from './texts.ts';
import { givenOf, isWithin, type Typed, typedOf } from './view-model.ts';

const { form: labels, units, withUnit } = monitoringTexts;

const POINTS = { min: 1, max: 100, usual: 45 };
const STATES = ['on', 'off'] as const;
type State = (typeof STATES)[number];

interface RuleFormProps {
  rule: Rule;
  /** The number of the version that it would propose. */
  next: number;
  typed: Typed;
  onType: (typed: Typed) => void;
}

export function RuleForm({ rule, next, typed, onType }: RuleFormProps) {
  const shown = rule.proposal ?? rule.inForce;
  const [points, setPoints] = useState(String(shown?.points ?? POINTS.usual));
  const [state, setState] = useState<State>(shown?.isOn === false ? 'off' : 'on');
  const [isAsked, ask] = useState(false);
  const propose = useAct('POST /operator/monitoring/propose', () => labels.proposed);
  const given = givenOf(rule, typed);
  const mayPropose = rule.proposal === null;
  const isReady = given !== undefined && isWithin(points, POINTS);
  const open = () => ask(true);
  useShortcuts({ p: mayPropose && isReady ? open : undefined });
  return (
    <Part title={mayPropose ? labels.title : labels.titleWaits}>
      <div className={styles.fields}>
        {rule.parameters.map((parameter) => (
          <ValueField
            key={parameter.name}
            parameter={parameter}
            value={typed[parameter.name] ?? ''}
            onChange={(value) => onType({ ...typed, [parameter.name]: value })}
          />
        ))}
        {mayPropose && (
          <ValueField
            parameter={{ ...POINTS, name: 'points', label: labels.points, unit: 'count' }}
            value={points}
            onChange={setPoints}
          />
        )}
      </div>
      {mayPropose && (
        <Inline gap={12} rowGap={12} align="center" isWrapped>
          <span className={styles.quiet}>{labels.state}</span>
          <Segmented
            label={labels.state}
            options={STATES.map((key) => ({ key, label: labels[key] }))}
            value={state}
            onChange={setState}
          />
          <Button isSmall kind="primary" isDisabled={!isReady} onPress={open}>
            {labels.propose}
            <kbd aria-hidden="true">P</kbd>
          </Button>
        </Inline>
      )}
      {isAsked && given !== undefined && (
        <ReasonDialog
          isOpen
          question={labels.question(next)}
          hint={labels.hint}
          confirmLabel={labels.propose}
          isBusy={propose.isBusy}
          onCancel={() => ask(false)}
          onConfirm={(reason) =>
            propose.run(
              {
                key: rule.key,
                isOn: state === 'on',
                points: Number(points),
                parameters: given,
                reason,
              },
              () => ask(false),
            )
          }
        >
          <p>{labels.lead}</p>
        </ReasonDialog>
      )}
    </Part>
  );
}

interface ValueFieldProps {
  parameter: Parameter;
  value: string;
  onChange: (value: string) => void;
}

function ValueField({ parameter, value, onChange }: ValueFieldProps) {
  const { name, label, unit, min, max } = parameter;
  return (
    <TextField
      label={label}
      name={name}
      inputMode="numeric"
      spellCheck={false}
      hint={labels.bounds(min, max)}
      error={isWithin(value, parameter) ? undefined : labels.wrong(min, max)}
      {...(units[unit] !== '' && { unit: units[unit] })}
      value={value}
      onChange={onChange}
    />
  );
}

/** For those who only read. */
export function RuleValues({ rule }: { rule: Rule }) {
  const typed = typedOf(rule);
  return (
    <Part title={rule.proposal === null ? labels.title : labels.titleWaits}>
      <Facts
        rows={rule.parameters.map(({ name, label, unit }) => [
          label,
          withUnit(Number(typed[name]), unit),
        ])}
      />
    </Part>
  );
}
