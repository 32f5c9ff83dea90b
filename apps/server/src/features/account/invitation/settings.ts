/** The setting of invitations that operators may change with notice. */
import { decimal, ONE, type Rate, sum } from '@tern/money';
import { inviteLevels } from '@tern/protocol';
import { settingOf } from '../../../kernel/settings/settings.ts';

const KEY = 'invitation.shares';

/** Together at most a whole fee. @throws Error for other documents */
function sharesOf(value: unknown): readonly Rate[] {
  const shares = Array.isArray(value) ? value.map((each) => decimal<Rate>(String(each))) : [];
  const isValid = shares.length === inviteLevels.length && shares.every((share) => share >= 0n);
  if (!isValid || sum(shares) > ONE) {
    throw new Error(`setting ${KEY} is not a share of each fee for ${inviteLevels.length} levels`);
  }
  return shares;
}

/** In the order of the levels. The database reads it too: `invitation_shares` in the migration. */
export const inviteShares = settingOf({
  key: KEY,
  name: 'Shares of invitations',
  effect: 'Members who invited others get these shares of each fee.',
  form: {
    kind: 'shares',
    min: '0',
    max: '1',
    parts: inviteLevels.map((level) => ({
      name: String(level),
      label: `Level ${level}`,
      isNumber: false,
    })),
  },
  range: 'three ratios of zero or more, together at most 1: a fee is not shared twice',
  fallback: ['0.2', '0.1', '0.05'],
  parse: sharesOf,
});
