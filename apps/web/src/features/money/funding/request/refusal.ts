/** The form field a refused request's message belongs to, and its text. Pure. */
import type { FieldErrors } from '../../../../kernel/form.ts';
import type { CallError } from '../../../../platform/http/call-error.ts';
import type { AmountFault } from '../../../../kernel/amount-limits.ts';

export interface RefusalTexts<Field extends string> {
  amount: (fault: AmountFault) => string;
  /** The messages of the other fields that a refusal can name. */
  wrong: Partial<Record<Field, string>>;
  /** Of money out. */
  password?: PasswordTexts;
}

export interface PasswordTexts {
  wrong: (triesLeft: number | undefined) => string;
  missing: string;
}

export interface RefusalContext<Field extends string> {
  texts: RefusalTexts<Field>;
  /** The balance of outgoing money. */
  available?: string;
  /** The form's field of each field in the API. */
  fields: Readonly<Record<string, Field>>;
}

interface RefusalData {
  fields?: readonly string[];
  min?: string;
  max?: string;
  /** Of the first day with another member. */
  left?: string;
  triesLeft?: number;
}

type Refused = Pick<CallError, 'refusal' | 'msg' | 'data'>;
const dataOf = ({ data }: Refused) => (data ?? {}) as RefusalData;

/** The messages by field; undefined shows a toast. */
export function refusalAtField<Field extends string>(
  refused: Refused,
  { texts, available = '0', fields }: RefusalContext<Field>,
): FieldErrors<Field> | undefined {
  const named = (dataOf(refused).fields ?? []).flatMap((name) => fields[name] ?? []);
  // The server's sentence names the cause: a new address, a locked password, a pause of all withdrawals, an unlikely address.
  if (
    refused.refusal === 'not-yet' ||
    refused.refusal === 'unlikely-destination' ||
    dataOf(refused).left !== undefined
  )
    return { [named[0] ?? 'password']: refused.msg } as FieldErrors<Field>;
  const isField = refused.refusal === 'invalid-request';
  const fault =
    isField && named.includes('amount' as Field)
      ? ({ kind: 'missing' } as const)
      : boundOf(refused, available);
  const wrong = isField ? named.map((field) => [field, texts.wrong[field]]) : [];
  const password = ['password', texts.password && passwordMessage(refused, texts.password)];
  const messages = fault ? [['amount', texts.amount(fault)]] : [password, ...wrong];
  const found = messages.filter(([, message]) => message !== undefined);
  return found.length === 0 ? undefined : (Object.fromEntries(found) as FieldErrors<Field>);
}

/** The bound that the amount violates. */
function boundOf(refused: Refused, available: string): AmountFault | undefined {
  if (refused.refusal === 'insufficient-balance') return { kind: 'balance', limit: available };
  if (refused.refusal !== 'out-of-bounds') return undefined;
  const { min, max } = dataOf(refused);
  if (min !== undefined) return { kind: 'min', limit: min };
  return max === undefined ? undefined : { kind: 'max', limit: max };
}

function passwordMessage(refused: Refused, texts: PasswordTexts): string | undefined {
  const { triesLeft } = dataOf(refused);
  switch (refused.refusal) {
    case 'withdrawal-password-missing':
      return texts.missing;
    case 'wrong-withdrawal-password':
      return texts.wrong(triesLeft);
    default:
      return undefined;
  }
}
