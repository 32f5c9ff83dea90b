/** How far what is held stands above what members own: pure. */
import { type Amount, subtract, ZERO } from '@tern/money';

/** `short`: less is held than members own. `low`: so little more that one large swap or payout uses it up. */
export type FloatLevel = 'enough' | 'low' | 'short';

/** Our choice: below a twentieth of what members own, the house should be topped up. */
const LOW_PART = 20n;

/** Of one asset. Units: both amounts in the asset. */
export function floatOf(held: Amount, owed: Amount): { float: Amount; level: FloatLevel } {
  const float = subtract(held, owed);
  if (float < ZERO) return { float, level: 'short' };
  const isLow = owed > ZERO && float * LOW_PART < owed;
  return { float, level: isLow ? 'low' : 'enough' };
}
